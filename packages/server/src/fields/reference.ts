import { say } from '@octavo/schema/problems.ts'
import { allowsAll, modelUnion } from './allowed-models.ts'
import type { FieldType } from './field-type.ts'
import { readId } from './input.ts'
import { idOperand } from './keys.ts'
import { isId } from './stored-shapes.ts'

/** Another content item, by id. Its rendering depends on the read request. */
export const reference: FieldType<'reference', number> = {
  written(input, field, path, writing) {
    const id = readId(input, 'content', path, writing)
    if (id !== undefined) writing.needsContent(id, field.models, path)
    return id
  },

  isStored: isId,
  rendered: (stored) => (stored === undefined ? 'null' : { kind: 'reference', id: stored }),
  exported: (stored) => stored,
  indexKeys: (stored) => (stored === undefined ? [] : [String(stored)]),

  operand: (text) => idOperand(text)?.toString(),
  operandNeeds: say('notId', { what: 'content' }),

  jsonSchema: (field, describing) => ({
    anyOf: [...describing.item(field.models), { type: 'integer', minimum: 1 }, { type: 'null' }],
  }),
  inputSchema: () => ({ type: ['integer', 'null'], minimum: 1 }),
  typescript: (field, typing) => typing.shape(field, { models: modelUnion(field.models, typing) }),

  convertedFrom(stored, from, field) {
    if (from.type !== 'references' || !Array.isArray(stored) || stored.length !== 1)
      return undefined
    const [only] = stored
    return isId(only) && allowsAll(field.models, from.models) ? only : undefined
  },
}
