/** How each system property filters and sorts. */
import { compareCodePoints } from '@octavo/schema/fold.ts'
import { statuses } from '@octavo/schema/field-types.ts'
import type { Operator } from '@octavo/schema/operators.ts'
import type { Model, Space } from '@octavo/schema/definitions.ts'
import { parseTimeBound } from '@octavo/schema/times.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { idOperand } from '../fields/keys.ts'
import { anyOf, isKnown } from './logic.ts'
import type { Condition, FieldTarget, KeyTest, OwnOrderBy, TimeColumn } from './tree.ts'

export interface SystemProperty {
  readonly operators: readonly Operator[]
  /** The condition for an operator that is not a negation; undefined if an operand is malformed. */
  condition(
    operator: Operator,
    operands: readonly string[],
    context: SystemContext,
  ): Condition | undefined
  /** The requirement for operands, unless any text is valid. */
  readonly operandNeeds?: CodedMessage
  /** The JSON type of operands in `where`. Default: string. */
  readonly operandType?: 'number'
  orderBy(context: SystemContext): OwnOrderBy
}

export interface SystemContext {
  readonly schema: Schema
  readonly models: readonly Model[]
}

const oneOf = ['eq', 'ne', 'in', 'nin'] as const
const ranges = ['lt', 'lte', 'gt', 'gte'] as const

/** In the order in which OpenAPI lists them. */
const properties: readonly (readonly [string, SystemProperty])[] = [
  [
    '_id',
    {
      operators: oneOf,
      condition(_operator, operands) {
        const ids = operands.map(idOperand)
        return ids.includes(undefined)
          ? undefined
          : { kind: 'id', ids: ids.filter((id) => id !== undefined) }
      },
      operandNeeds: say('notId', { what: 'content' }),
      operandType: 'number',
      orderBy: () => ({ kind: 'id' }),
    },
  ],
  [
    '_model',
    {
      operators: oneOf,
      condition: (_operator, operands, { schema }) => ({
        kind: 'model',
        ids: operands.flatMap((luid) => schema.modelByLuid.get(luid.trim())?.id ?? []),
      }),
      orderBy: ({ models }) => ({ kind: 'rank', column: 'model_id', ids: idsByLuid(models) }),
    },
  ],
  [
    '_space',
    {
      operators: oneOf,
      condition: (_operator, operands, { schema }) => ({
        kind: 'space',
        ids: operands.flatMap((luid) => schema.spaceByLuid.get(luid.trim())?.id ?? []),
      }),
      orderBy: ({ schema }) => ({
        kind: 'rank',
        column: 'space_id',
        ids: idsByLuid(schema.root.spaces),
      }),
    },
  ],
  [
    '_status',
    {
      operators: oneOf,
      condition: (_operator, operands) => ({
        kind: 'status',
        statuses: statuses.filter((status) => operands.some((name) => name.trim() === status)),
      }),
      orderBy: () => ({ kind: 'status' }),
    },
  ],
  [
    '_title',
    {
      operators: [...oneOf, 'contains', 'startswith', 'exists'],
      condition(operator, operands, { models }) {
        const targets = titleTargets(models)
        if (operands.some((operand) => operand.includes('\0') || !operand.isWellFormed()))
          return undefined
        const keys = (test: KeyTest): Condition => ({
          kind: 'keys',
          targets: targets.map((target) => ({ ...target, test })),
        })
        if (operator === 'exists') return keys(isKnown)
        // An empty title is shown as "" and matches it; a stored title is never empty.
        const others = [...new Set(operands)].filter((operand) => operand !== '')
        if (!operands.includes('')) return keys({ kind: 'oneOf', keys: others })
        const isEmpty: Condition = { kind: 'empty', targets }
        return others.length === 0
          ? isEmpty
          : anyOf([isEmpty, keys({ kind: 'oneOf', keys: others })])
      },
      orderBy: ({ models }) => ({ kind: 'field', targets: titleTargets(models), isShort: false }),
    },
  ],
  ['_created_at', timeProperty('created_at')],
  ['_updated_at', timeProperty('updated_at')],
  ['_published_at', timeProperty('published_at')],
  ['_last_published_at', timeProperty('last_published_at')],
]

const byName: ReadonlyMap<string, SystemProperty> = new Map(properties)

export const systemNames = properties.map(([name]) => name)

export function systemProperty(name: string): SystemProperty | undefined {
  return byName.get(name)
}

/** The title field of each model that has one. */
export function titleTargets(models: readonly Model[]): FieldTarget[] {
  return models.flatMap(({ id, titleFieldId, fields }) => {
    const field = fields.find((candidate) => candidate.id === titleFieldId)
    return field ? [{ fieldId: field.id, modelIds: [id], isShared: false }] : []
  })
}

function timeProperty(column: TimeColumn): SystemProperty {
  return {
    operators: [...ranges, 'exists'],
    condition(operator, [operand = '']) {
      if (operator === 'exists') return { kind: 'timeKnown', column, isKnown: true }
      const time = parseTimeBound(operand, operator)
      const comparison = ranges.find((name) => name === operator)
      if (time === undefined || comparison === undefined) return undefined
      return { kind: 'time', column, comparison, time }
    },
    operandNeeds: say('notTime'),
    orderBy: () => ({ kind: 'time', column }),
  }
}

function idsByLuid(named: readonly (Model | Space)[]): number[] {
  return named.toSorted((a, b) => compareCodePoints(a.luid, b.luid)).map(({ id }) => id)
}
