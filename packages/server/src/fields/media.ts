import type { FieldType } from './field-type.ts'
import { readId } from './input.ts'
import { isId } from './stored-shapes.ts'

/** A media item, by id. Its URL and alternative text are added on reads. */
export const media: FieldType<'media', number> = {
  written(input, _field, path, writing) {
    const id = readId(input, 'media', path, writing)
    if (id !== undefined) writing.needsMedia(id, path)
    return id
  },

  isStored: isId,
  rendered: (stored) => (stored === undefined ? 'null' : { kind: 'media', id: stored }),
  exported: (stored) => stored,

  jsonSchema: () => ({
    type: ['object', 'null'],
    properties: { url: { type: 'string', format: 'uri' }, alt: { type: 'string' } },
    required: ['url', 'alt'],
    additionalProperties: false,
  }),
  inputSchema: () => ({ type: ['integer', 'null'], minimum: 1 }),
}
