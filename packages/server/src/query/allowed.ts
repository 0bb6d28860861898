/** Adds what is allowed to the messages about filters. */
import type { Model } from '@octavo/schema/definitions.ts'
import { factsOf } from '@octavo/schema/field-types.ts'
import { nearestHint } from '@octavo/schema/nearest.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { locate } from './locate.ts'
import { systemNames, systemProperty } from './system-properties.ts'

const maxListed = 40

/** Names for the end of a message. */
export function listed(names: Iterable<string>): string {
  const all = [...new Set(names)]
  return all.length > maxListed ? `${all.slice(0, maxListed).join(', ')}, …` : all.join(', ')
}

export function withAllowed(
  fault: CodedMessage,
  path: readonly string[],
  models: readonly Model[],
  schema: Schema,
): CodedMessage {
  if (fault.code === 'filterUnknown' && path.length === 1) {
    const names = [
      ...models.flatMap(({ fields }) => fields.map(({ luid }) => luid)),
      ...systemNames,
    ]
    const hint = nearestHint(path[0] ?? '', names)
    return say('filterUnknownOf', { hint, names: listed(names) })
  }
  if (fault.code !== 'filterOperator') return fault
  const operators = operatorsAt(path, models, schema)
  return operators.length > 0 ? say('filterOperatorOf', { operators: listed(operators) }) : fault
}

function operatorsAt(path: readonly string[], models: readonly Model[], schema: Schema): string[] {
  const [name = ''] = path
  const property = path.length === 1 ? systemProperty(name) : undefined
  if (property) return [...property.operators]
  return models.flatMap((model) => {
    const located = locate(model, path, schema)
    return located?.kind === 'field' ? factsOf(located.field.type).operators : []
  })
}
