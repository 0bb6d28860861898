import { say } from '@octavo/schema/problems.ts'
import { allowsAll, modelUnion } from './allowed-models.ts'
import type { FieldOf } from '@octavo/schema/definitions.ts'
import type { FieldType, Publishing } from './field-type.ts'
import { isAbsent, readArray, readId } from './input.ts'
import { idOperand } from './keys.ts'
import { isId } from './stored-shapes.ts'

/** Other content items, by id, in the order in which they were sent. */
export const references: FieldType<'references', number[]> = {
  written(input, field, path, writing) {
    const ids = new Set<number>()
    for (const [index, entry] of readArray(input, path, writing).entries()) {
      const place = `${path}[${index}]`
      if (isAbsent(entry)) writing.problem(place, say('notId', { what: 'content' }))
      const id = readId(entry, 'content', place, writing)
      if (id === undefined) continue
      if (ids.has(id)) writing.problem(place, say('repeatsItem', { id }))
      else writing.needsContent(id, field.models, place)
      ids.add(id)
    }
    return ids.size > 0 ? [...ids] : undefined
  },

  publishable(stored, field, path, publishing) {
    checkCount(stored.length, field, path, publishing)
  },
  emptyPublishable: (field, path, publishing) => checkCount(0, field, path, publishing),

  isStored: (value): value is number[] => Array.isArray(value) && value.every(isId),
  rendered: (stored) => (stored?.length ? { kind: 'references', ids: stored } : '[]'),
  exported: (stored) => stored,
  initial: (field) => (field.default.length > 0 ? [...field.default] : undefined),
  indexKeys: (stored) => stored?.map(String) ?? [],

  operand: (text) => idOperand(text)?.toString(),
  operandNeeds: say('notId', { what: 'content' }),

  jsonSchema: (field, describing) => ({
    type: 'array',
    items: { anyOf: [...describing.item(field.models), { type: 'integer', minimum: 1 }] },
  }),
  inputSchema: () => ({
    type: ['array', 'null'],
    items: { type: 'integer', minimum: 1 },
    uniqueItems: true,
  }),
  typescript: (field, typing) => typing.shape(field, { models: modelUnion(field.models, typing) }),

  convertedFrom(stored, from, field) {
    if (from.type !== 'reference' || !isId(stored)) return undefined
    return allowsAll(field.models, from.models) ? [stored] : undefined
  },
}

function checkCount(
  has: number,
  { min, max }: FieldOf<'references'>,
  path: string,
  { problem }: Publishing,
): void {
  if (min !== null && has < min) problem(path, say('tooFewEntries', { min, has }), 'min')
  if (max !== null && has > max) problem(path, say('tooManyEntries', { max, has }), 'max')
}
