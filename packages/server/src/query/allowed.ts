/** Adds what is allowed to the messages about names and operators. */
import type { Field, Model } from '@octavo/schema/definitions.ts'
import { factsOf } from '@octavo/schema/field-types.ts'
import { nearestHint } from '@octavo/schema/nearest.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { locate, reachableModels } from './locate.ts'
import type { Place } from './resolve-filter.ts'
import { systemNames, systemProperty } from './system-properties.ts'
import { treeOf, unknownIn } from './unknown-names.ts'

const maxListed = 40

/** Names for the end of a message. */
export function listed(names: Iterable<string>): string {
  const all = [...new Set(names)]
  if (all.length === 0) return 'none'
  return all.length > maxListed ? `${all.slice(0, maxListed).join(', ')}, …` : all.join(', ')
}

/** Paths of the fields, in the models and in their field sets, that a facet or `order` can name. */
export function pathsOf(
  models: readonly Model[],
  schema: Schema,
  isUsable: (field: Field) => boolean,
): string[] {
  return models.flatMap(({ fields }) =>
    fields.flatMap((field) => {
      const { nested } = fieldTypeOf(field)
      const inner = nested?.reach === 'one' ? nested.fields(field, schema) : []
      const paths = inner.filter(isUsable).map(({ luid }) => `${field.luid}.${luid}`)
      return isUsable(field) ? [field.luid, ...paths] : paths
    }),
  )
}

/** The fault of a filter on a path. */
export function withAllowed(
  fault: CodedMessage,
  path: readonly string[],
  { kind, models }: Place,
  schema: Schema,
): CodedMessage {
  if (fault.code === 'filterUnknown') {
    const lists = models.map(({ fields }) => fields)
    const system = kind === 'entry' ? [] : systemNames
    const [found] = unknownIn(treeOf(path), { lists, system, schema, before: '' })
    const known = found?.known() ?? []
    if (!found || known.length === 0) return fault
    return say('filterUnknownOf', { hint: nearestHint(found.path, known), names: listed(known) })
  }
  if (fault.code !== 'filterOperator') return fault
  const operators = operatorsAt(path, models, schema)
  return operators.length > 0 ? say('filterOperatorOf', { operators: listed(operators) }) : fault
}

function operatorsAt(path: readonly string[], models: readonly Model[], schema: Schema): string[] {
  const [name = ''] = path
  const property = path.length === 1 ? systemProperty(name) : undefined
  if (property) return [...property.operators]
  const located = models.flatMap((model) => locate(model, path, schema) ?? [])
  const own = located.flatMap((one) =>
    one.kind === 'field' ? factsOf(one.field.type).operators : [],
  )
  const hops = located.filter((one) => one.kind === 'hop')
  const [first] = hops
  if (!first) return own
  const reached = reachableModels(
    hops.map(({ field }) => field),
    schema,
  )
  return [...own, ...operatorsAt(first.rest, reached, schema)]
}
