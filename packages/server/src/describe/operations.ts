/** Every operation of /v1: what it takes and what it answers. */
import { textInputFormats } from '@octavo/schema/field-types.ts'
import {
  queryParameterNames,
  queryParameters,
  type QueryParameter,
} from '@octavo/schema/query-parameters.ts'
import type { JsonSchema } from '../fields/field-type.ts'
import { bounds } from '../query/parameters.ts'
import { inclusions } from '../query/tree.ts'
import { answer, errorsOf, headersNamed } from './answers.ts'
import { anyOf, id, itemName, reference, whole, type Reach } from './describing.ts'
import { formatParameters, listOf, queryParameter, type Parameter } from './filters.ts'

export interface Operation extends JsonSchema {
  readonly operationId: string
}

/** By method and path: `GET /contents/{id}`. */
export type Operations = ReadonlyMap<string, Operation>

/** `filters` are parameters, or references to them. */
export function operationsOf(reach: Reach, filters: readonly JsonSchema[]): Operations {
  const { schema } = reach
  const item = anyOf(schema.root.models.map((model) => reference(itemName(model))))
  const found = anyOf(schema.root.models.map(({ luid }) => reference(`found.${luid}`)))
  const data = anyOf(schema.root.models.map(({ luid }) => reference(`data.${luid}`)))
  const space = queryParameter('space', spaceAbout, { enum: reach.spaces })
  const writing = [...writingParameters(reach), space]
  const list = readingParameters('list', reach, filters)
  const one = [idParameter, ...readingParameters('item', reach, filters)]
  const change = [idParameter, ...writing, match]
  const toDuplicate = [idParameter, space, once]
  const toAdd = [idParameter, textFormat, space, once]
  const added = { data, isRequired: false }
  return new Map<string, Operation>([
    ['GET /contents', get('listContents', 'Lists content', list, page(item))],
    ['POST /contents', write('createContent', 'Makes an item', [...writing, once], { data })],
    ['GET /contents/{id}', get('getContent', 'Gives one item', one, found)],
    [
      'PUT /contents/{id}',
      write('replaceContent', 'Replaces the data of an item', change, { data }),
    ],
    [
      'PATCH /contents/{id}',
      write('patchContent', 'Changes the fields that are sent', change, { data }),
    ],
    [
      'DELETE /contents/{id}',
      write('deleteContent', 'Deletes an item', [idParameter, space, match]),
    ],
    [
      'POST /contents/{id}/duplicate',
      write('duplicateContent', 'Copies an item into a new draft', toDuplicate),
    ],
    [
      'POST /contents/{id}/drafts',
      write('addDraft', 'Adds a draft to a published item', toAdd, added),
    ],
    ['POST /media', upload(reach, space)],
    ['DELETE /media/{id}', write('deleteMedia', 'Deletes a file', [idParameter, space])],
    ['GET /openapi.json', get('getOpenapi', 'Gives this document', [], { type: 'object' })],
  ])
}

const spaceAbout = 'The space of what is written; the parent space by default.'
const idParameter: Parameter = { name: 'id', in: 'path', required: true, schema: id }
const once = header(
  'Idempotency-Key',
  'Names the request, so that a repetition finds what the first one did.',
  { minLength: 1, maxLength: 255 },
)
const match = header(
  'If-Match',
  'The ETag of what was read: refuses to overwrite what changed since.',
)
const ifNoneMatch = header('If-None-Match', 'The ETag of what is known already.')
const textFormat = queryParameter('ft_format', 'Format in which flexible text is sent.', {
  enum: textInputFormats,
  default: 'portable_html',
})

function header(name: string, description: string, more: JsonSchema = {}): Parameter {
  return { name, in: 'header', description, schema: { type: 'string', ...more } }
}

function integer(minimum: number, maximum: number, byDefault: number): JsonSchema {
  return { type: 'integer', minimum, maximum, default: byDefault }
}

function readingParameters(
  asked: 'list' | 'item',
  { schema, spaces }: Reach,
  filters: readonly JsonSchema[],
): JsonSchema[] {
  const { models, languages } = schema.root
  const name: JsonSchema = { type: 'string' }
  const parameters: Record<QueryParameter, [description: string, schema: JsonSchema]> = {
    limit: ['How many items at most.', integer(1, 100, 100)],
    offset: ['How many items to pass over.', { type: 'integer', minimum: 0, default: 0 }],
    include: [
      'Adds the neighbours in the list that order, model and filters describe, or the languages.',
      listOf({ enum: inclusions }),
    ],
    model: ['Models; all by default.', listOf({ enum: models.map(({ luid }) => luid) })],
    select: [
      'Properties to show, in dot notation inside references, repeats and field sets.',
      { ...listOf(name), maxItems: bounds.selectNames },
    ],
    depth: ['How many references deep items are shown.', integer(0, 3, 1)],
    order: ['Properties to sort by; a leading - sorts descending.', listOf(name)],
    lang: ['Language; the main language by default.', { enum: languages.map(({ key }) => key) }],
    lang_fallback: [
      'Whether items that lack the language show the main one.',
      { enum: ['false', 'true'], default: 'false' },
    ],
    space: ['Spaces; all that the key may read by default.', listOf({ enum: spaces })],
    contains: ['Keywords that must all be in the texts of an item.', listOf(name)],
  }
  return [
    ...queryParameterNames
      .filter((one) => queryParameters[one] === 'both' || queryParameters[one] === asked)
      .map((one) => queryParameter(one, ...parameters[one])),
    ...filters,
    ...formatParameters(models, schema),
    ifNoneMatch,
  ]
}

function writingParameters({ schema }: Reach): Parameter[] {
  const models = { enum: schema.root.models.map(({ luid }) => luid) }
  return [
    queryParameter('model', 'The model of the item.', models, { required: true }),
    queryParameter('published', 'Whether published data is written; else a draft.', {
      enum: ['false', 'true'],
      default: 'false',
    }),
    textFormat,
  ]
}

function page(item: JsonSchema): JsonSchema {
  const count = { type: 'integer', minimum: 0 }
  return whole({
    total: { description: 'How many items match, over all pages.', ...count },
    offset: count,
    limit: count,
    data: listOf(item),
  })
}

function get(
  operationId: string,
  summary: string,
  parameters: readonly JsonSchema[],
  schema: JsonSchema,
): Operation {
  const responses = {
    200: answer('Found.', schema, ['ETag', 'X-SERVICE-DETAIL']),
    304: {
      description: 'What If-None-Match names is still right.',
      headers: headersNamed(['ETag']),
    },
    ...errorsOf(false),
  }
  return { operationId, summary, parameters, responses }
}

/** What a write takes, if anything. */
interface Body {
  readonly data: JsonSchema
  /** Left out: true. */
  readonly isRequired?: boolean
}

function write(
  operationId: string,
  summary: string,
  parameters: readonly Parameter[],
  body?: Body,
): Operation {
  const content = { 'application/json': { schema: body?.data } }
  return {
    operationId,
    summary,
    parameters,
    ...(body && { requestBody: { required: body.isRequired ?? true, content } }),
    responses: {
      200: answer('Done.', reference('written')),
      ...errorsOf(parameters.includes(match)),
    },
  }
}

function upload({ schema }: Reach, space: Parameter): Operation {
  const alts = schema.root.languages.map(({ key }) =>
    queryParameter(`alt[${key}]`, `Alternative text in ${key}.`, { type: 'string' }),
  )
  const alt = queryParameter('alt', 'Alternative text in the main language.', { type: 'string' })
  const form = {
    type: 'object',
    properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
    required: ['file'],
  }
  return {
    operationId: 'uploadMedia',
    summary: 'Uploads a file',
    parameters: [alt, ...alts, space, once],
    requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
    responses: { 200: answer('Done.', reference('written'), ['Location']), ...errorsOf(false) },
  }
}
