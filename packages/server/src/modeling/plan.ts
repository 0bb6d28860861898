import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { factsOf } from '@octavo/schema/field-types.ts'
import type { Problem } from '@octavo/schema/errors.ts'
import type { CodedMessage } from '@octavo/schema/problems.ts'
import type { ExistingNames } from './check-file.ts'
import { describeDifference } from './describe.ts'
import { resolveFile } from './resolve.ts'
import type { SchemaFile } from './schema-file.ts'

export interface Plan {
  /** New definitions have negative ids until the plan is executed. */
  next: RootDefinition
  /** The planned changes for users; empty if there are none. */
  lines: CodedMessage[]
  /** Reasons why the plan is impossible, regardless of stored content. */
  problems: Problem[]
}

/** Plans the changes that make a definition match a file. */
export function planChange(current: RootDefinition, file: SchemaFile, isPrune: boolean): Plan {
  const { next, problems } = resolveFile(current, file, isPrune)
  const lines = describeDifference({ before: current, after: next, isPrune })
  return { next, lines, problems }
}

/** Names that a file may use without defining them; none with pruning. */
export function existingNames(root: RootDefinition, isPrune: boolean): ExistingNames {
  const models = isPrune ? [] : root.models
  const titles = models.map(({ luid, fields }): [string, Set<string>] => [
    luid,
    luidsOf(fields.filter(({ type }) => factsOf(type).canBeTitle)),
  ])
  return {
    models: luidsOf(models),
    fieldSets: luidsOf(isPrune ? [] : root.fieldSets),
    titles: new Map(titles),
  }
}

function luidsOf(things: readonly { luid: string }[]): Set<string> {
  return new Set(things.map(({ luid }) => luid))
}

/** Replaces temporary ids by real ones, also in references. */
export function withRealIds(root: RootDefinition, realIds: readonly number[]): RootDefinition {
  return withIds(root, (id) => (id < 0 ? (realIds[-id - 1] ?? id) : id))
}

/** How many real ids `withRealIds` needs. */
export function countNewIds(root: RootDefinition): number {
  let lowest = 0
  withIds(root, (id) => {
    lowest = Math.min(lowest, id)
    return id
  })
  return -lowest
}

const idKeys = ['id', 'titleFieldId', 'pictureFieldId', 'fieldSet', 'from']
/** Lists of ids, and lists of such lists. Other lists may have negative numbers that are no ids. */
const idListKeys = ['models', 'fieldSets', 'columns', 'by', 'path']
/** Values of any form, in which the same names mean something else. */
const valueKeys = ['default', 'schema', 'value']

function withIds(root: RootDefinition, replace: (id: number) => number): RootDefinition {
  const inList = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inList)
    return typeof value === 'number' ? replace(value) : value
  }
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, at(key, one)]))
  }
  const at = (key: string, value: unknown): unknown => {
    if (valueKeys.includes(key)) return value
    if (typeof value === 'number') return idKeys.includes(key) ? replace(value) : value
    // The models of the root are definitions, those of a reference are ids.
    const isIds =
      Array.isArray(value) && value.every((one) => typeof one !== 'object' || Array.isArray(one))
    return isIds && idListKeys.includes(key) ? inList(value) : inside(value)
  }
  return inside(root) as RootDefinition
}
