import type { FieldType, JsonSchema } from './field-type.ts'
import { readId } from './input.ts'
import { isId } from './stored-shapes.ts'

const size: JsonSchema = { type: ['integer', 'null'], minimum: 1 }
const part: JsonSchema = { type: 'number', minimum: 0, maximum: 1 }

const mediaDetails: Record<string, JsonSchema> = {
  width: { description: 'Like the following properties, only with media=details.', ...size },
  height: size,
  bytes: { type: 'integer', minimum: 0 },
  type: { description: 'Content type.', type: 'string' },
  placeholder: { description: 'A tiny image as a data URL.', type: ['string', 'null'] },
  thumbhash: { description: 'Base64.', type: ['string', 'null'] },
  color: {
    description: 'The dominant colour.',
    type: ['string', 'null'],
    pattern: '^#[0-9a-f]{6}$',
  },
  focus: {
    description: 'The point that crops keep in view.',
    type: ['object', 'null'],
    properties: { x: part, y: part },
    required: ['x', 'y'],
    additionalProperties: false,
  },
}

/** A media item, by id. Its URL and alternative text are added on reads. */
export const media: FieldType<'media', number> = {
  written(input, _field, path, writing) {
    const id = readId(input, 'media', path, writing)
    if (id !== undefined) writing.needsMedia(id, path)
    return id
  },

  isMedia: true,
  isStored: isId,
  rendered: (stored) => (stored === undefined ? 'null' : { kind: 'media', id: stored }),
  exported: (stored) => stored,
  indexKeys: (stored) => (stored === undefined ? [] : [String(stored)]),

  jsonSchema: () => ({
    type: ['object', 'null'],
    properties: {
      url: { type: 'string', format: 'uri' },
      alt: { type: 'string' },
      ...mediaDetails,
    },
    required: ['url', 'alt'],
    additionalProperties: false,
  }),
  inputSchema: () => ({ type: ['integer', 'null'], minimum: 1 }),
}
