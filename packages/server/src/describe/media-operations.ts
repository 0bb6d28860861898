/** Parameters and responses of reads of media. */
import { mediaOrders, type MediaParameter } from '@octavo/schema/media-parameters.ts'
import type { JsonSchema } from '../fields/field-type.ts'
import { listOf, queryParameter, type Parameter } from './filters.ts'
import { closedObject, id, reference, type Scope } from './item-schemas.ts'

const text: JsonSchema = { type: 'string' }
const count: JsonSchema = { type: 'integer', minimum: 0 }
const size: JsonSchema = { type: ['integer', 'null'], minimum: 1 }

export const mediaSchema: JsonSchema = closedObject({
  id,
  url: { type: 'string', format: 'uri' },
  alt: text,
  width: { description: 'In pixels; null for files that are not images.', ...size },
  height: size,
  bytes: count,
  type: { description: 'Content type.', ...text },
  folder: { description: 'A path such as press/2026; empty for none.', ...text },
  tags: { type: 'array', items: text },
  created_at: { type: 'string', format: 'date-time' },
})

export const mediaPage: JsonSchema = closedObject({
  total: { description: 'Number of matching files on all pages.', ...count },
  offset: count,
  limit: count,
  data: { type: 'array', items: reference('media') },
})

type Described = Record<string, [description: string, schema: JsonSchema]>

/** Parameters of lists and of single files. */
export function mediaParametersOf(scope: Scope): Parameter[] {
  return parametersOf(commonParameters(scope))
}

export function mediaListParameters(scope: Scope): Parameter[] {
  const orders = mediaOrders.flatMap((name) => [name, `-${name}`])
  const own = {
    contains: [
      'Keywords that the file name or an alternative text must contain, all of them.',
      listOf(text),
    ],
    type: ['Content types such as image/png, or their first part such as image.', listOf(text)],
    folder: ['A folder, with the folders in it; / for files in no folder.', text],
    tag: ['Tags that a file must have, all of them.', listOf(text)],
    limit: [
      'Maximum number of files.',
      { type: 'integer', minimum: 1, maximum: 100, default: 100 },
    ],
    offset: ['Number of files to skip.', { ...count, default: 0 }],
    order: [
      'Property to sort by; a leading - sorts descending.',
      { enum: orders, default: '-created_at' },
    ],
    ...commonParameters(scope),
  } satisfies Record<MediaParameter, [string, JsonSchema]>
  return parametersOf(own)
}

function commonParameters({ schema, spaces }: Scope) {
  return {
    lang: [
      'Language of the alternative texts; the main language by default.',
      { enum: schema.root.languages.map(({ key }) => key) },
    ],
    space: ['Spaces; all that the key may read by default.', listOf({ enum: spaces })],
    strict: [
      'Whether unknown parameters are errors.',
      { enum: ['false', 'true'], default: 'false' },
    ],
  } satisfies Described
}

function parametersOf(described: Described): Parameter[] {
  return Object.entries(described).map(([name, [description, schema]]) =>
    queryParameter(name, description, schema),
  )
}
