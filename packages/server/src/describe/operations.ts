/** All operations of /v1, with parameters and responses. */
import { textInputFormats } from '@octavo/schema/field-types.ts'
import {
  queryParameterNames,
  queryParameters,
  type QueryParameter,
} from '@octavo/schema/query-parameters.ts'
import type { JsonSchema } from '../fields/field-type.ts'
import { bounds } from '../query/parameters.ts'
import { inclusions } from '../query/tree.ts'
import { response, errorsOf, headersNamed } from './responses.ts'
import { anyOf, id, itemName, reference, closedObject, type Scope } from './item-schemas.ts'
import { mediaListParameters, mediaPage, mediaParametersOf } from './media-operations.ts'
import { formatParameters, listOf, queryParameter, type Parameter } from './filters.ts'

export interface Operation extends JsonSchema {
  readonly operationId: string
}

/** By method and path: `GET /contents/{id}`. */
export type Operations = ReadonlyMap<string, Operation>

/** `filters` are parameters, or references to them. */
export function operationsOf(scope: Scope, filters: readonly JsonSchema[]): Operations {
  const { schema } = scope
  const item = anyOf(schema.root.models.map((model) => reference(itemName(model))))
  const found = anyOf(schema.root.models.map(({ luid }) => reference(`found.${luid}`)))
  const data = anyOf(schema.root.models.map(({ luid }) => reference(`data.${luid}`)))
  const space = queryParameter('space', spaceAbout, { enum: scope.spaces })
  const writing = [...writingParameters(scope), space]
  const list = readingParameters('list', scope, filters)
  const one = [idParameter, ...readingParameters('item', scope, filters)]
  const change = [idParameter, ...writing, match]
  const toDuplicate = [idParameter, space, once]
  const toAdd = [idParameter, textFormat, space, once]
  const added = { data, isRequired: false }
  return new Map<string, Operation>([
    ['GET /contents', get('listContents', 'Lists content', list, page(item))],
    ['POST /contents', write('createContent', 'Creates an item', [...writing, once], { data })],
    ['GET /contents/{id}', get('getContent', 'Returns one item', one, found)],
    [
      'PUT /contents/{id}',
      write('replaceContent', 'Replaces the data of an item', change, { data }),
    ],
    [
      'PATCH /contents/{id}',
      write('patchContent', 'Updates the given fields of an item', change, { data }),
    ],
    [
      'DELETE /contents/{id}',
      write('deleteContent', 'Deletes an item', [idParameter, space, releaseOfWrite, match]),
    ],
    [
      'POST /contents/{id}/duplicate',
      write('duplicateContent', 'Copies an item into a new draft', toDuplicate),
    ],
    [
      'POST /contents/{id}/drafts',
      write('addDraft', 'Adds a draft to a published item', toAdd, added),
    ],
    [
      'GET /media',
      get('listMedia', 'Lists files', [...mediaListParameters(scope), ifNoneMatch], mediaPage),
    ],
    [
      'GET /media/{id}',
      get(
        'getMedia',
        'Returns one file',
        [idParameter, ...mediaParametersOf(scope), ifNoneMatch],
        reference('media'),
      ),
    ],
    ['POST /media', upload(scope, space)],
    ['DELETE /media/{id}', write('deleteMedia', 'Deletes a file', [idParameter, space])],
    ['GET /changes', changes(scope)],
    ['GET /openapi.json', get('getOpenapi', 'Returns this document', [], { type: 'object' })],
  ])
}

const spaceAbout = 'Space of the item or file; the parent space by default.'
const idParameter: Parameter = { name: 'id', in: 'path', required: true, schema: id }
const once = header(
  'Idempotency-Key',
  'Unique name of the request: a repeated request returns the result of the first.',
  { minLength: 1, maxLength: 255 },
)
const match = header(
  'If-Match',
  'ETag of the item as read. The request fails with 412 if the item has changed.',
)
const ifNoneMatch = header(
  'If-None-Match',
  'ETag of a cached response. Returns 304 if it is still current.',
)
const textFormat = queryParameter('ft_format', 'Format of flexible text in the request.', {
  enum: textInputFormats,
  default: 'portable_html',
})

const releaseOfWrite = queryParameter(
  'release',
  'LUID of a release: the write goes into its copy of the item.',
  { type: 'string' },
)

function header(name: string, description: string, more: JsonSchema = {}): Parameter {
  return { name, in: 'header', description, schema: { type: 'string', ...more } }
}

function integer(minimum: number, maximum: number, byDefault: number): JsonSchema {
  return { type: 'integer', minimum, maximum, default: byDefault }
}

function readingParameters(
  operation: 'list' | 'item',
  { schema, spaces }: Scope,
  filters: readonly JsonSchema[],
): JsonSchema[] {
  const { models, languages } = schema.root
  const name: JsonSchema = { type: 'string' }
  const parameters: Record<QueryParameter, [description: string, schema: JsonSchema]> = {
    limit: ['Maximum number of items.', integer(1, 100, 100)],
    offset: ['Number of items to skip.', { type: 'integer', minimum: 0, default: 0 }],
    cursor: [
      'Pages that stay stable while items change: start, then the next_cursor of the last response.',
      name,
    ],
    total: [
      'Whether to count all matching items; without the count, lists are faster.',
      { enum: ['true', 'false'], default: 'true' },
    ],
    facets: [
      'Fields whose values are counted over all matching items; the range of numbers and dates.',
      { ...listOf(name), maxItems: bounds.facets },
    ],
    include: [
      'Adds the neighbours in the list of order, model and filters, or the languages.',
      listOf({ enum: inclusions }),
    ],
    model: ['Models; all by default.', listOf({ enum: models.map(({ luid }) => luid) })],
    select: [
      'Properties to show, in dot notation inside references, repeats and field sets.',
      { ...listOf(name), maxItems: bounds.selectNames },
    ],
    depth: ['How many levels of references are expanded.', integer(0, 3, 1)],
    order: [
      'Properties to sort by, also through one reference: author.name. A leading - sorts descending.',
      listOf(name),
    ],
    lang: ['Language; the main language by default.', { enum: languages.map(({ key }) => key) }],
    lang_fallback: [
      'Whether items without this language fall back to the main language.',
      { enum: ['false', 'true'], default: 'false' },
    ],
    space: ['Spaces; all that the key may read by default.', listOf({ enum: spaces })],
    strict: [
      'Whether unknown parameters, properties and order names are errors.',
      { enum: ['false', 'true'], default: 'false' },
    ],
    cache_tags: [
      'Whether to return the cache tags of the response in X-SERVICE-CACHE-TAGS.',
      { enum: ['false', 'true'], default: 'false' },
    ],
    media: [
      'Adds width, height, bytes, type, placeholder, thumbhash, color and focus to media values.',
      { enum: ['details'] },
    ],
    release: [
      'For keys that read drafts: releases to show as if they were published, in this order.',
      listOf(name),
    ],
    at: [
      'For keys that read drafts: the site as it will be at this time, with everything planned until then.',
      { type: 'string', format: 'date-time' },
    ],
    contains: ['Keywords that an item must contain, all of them.', listOf(name)],
    where: [
      'Conditions as JSON: paths with operators, and the groups $and, $or, $not, $some, $none and $every.',
      { type: 'string', contentMediaType: 'application/json', maxLength: bounds.whereLength },
    ],
  }
  return [
    ...queryParameterNames
      .filter((one) => queryParameters[one] === 'both' || queryParameters[one] === operation)
      .map((one) => queryParameter(one, ...parameters[one])),
    ...filters,
    ...formatParameters(models, schema),
    ifNoneMatch,
  ]
}

function writingParameters({ schema }: Scope): Parameter[] {
  const models = { enum: schema.root.models.map(({ luid }) => luid) }
  return [
    queryParameter('model', 'The model of the item.', models, { required: true }),
    queryParameter('published', 'Whether to write published data instead of a draft.', {
      enum: ['false', 'true'],
      default: 'false',
    }),
    textFormat,
    releaseOfWrite,
  ]
}

const facetsSchema: JsonSchema = {
  description: 'By name; present with facets.',
  type: 'object',
  additionalProperties: {
    anyOf: [
      {
        type: 'array',
        items: closedObject({
          value: { type: ['string', 'number', 'boolean'] },
          count: { type: 'integer', minimum: 1 },
        }),
      },
      closedObject({
        min: { type: ['string', 'number', 'null'] },
        max: { type: ['string', 'number', 'null'] },
      }),
    ],
  },
}

function changes({ schema, spaces }: Scope): Operation {
  const { models, languages } = schema.root
  const content = { 'text/event-stream': { schema: { type: 'string' } } }
  return {
    operationId: 'followChanges',
    summary: 'Reports changes as server-sent events, without end',
    parameters: [
      queryParameter('model', 'Models.', listOf({ enum: models.map(({ luid }) => luid) })),
      queryParameter('space', 'Spaces.', listOf({ enum: spaces })),
      queryParameter('lang', 'Languages.', listOf({ enum: languages.map(({ key }) => key) })),
      header('Last-Event-ID', 'Continues after the event with this id.'),
    ],
    responses: {
      200: { description: 'Events.', headers: headersNamed(['RateLimit']), content },
      ...errorsOf(false),
    },
  }
}

function page(item: JsonSchema): JsonSchema {
  const count = { type: 'integer', minimum: 0 }
  const always = { limit: count, data: { type: 'array', items: item } }
  const properties = {
    total: {
      description: 'Number of matching items on all pages; absent with total=false.',
      ...count,
    },
    offset: { description: 'Absent with cursor.', ...count },
    next_cursor: {
      description: 'Cursor of the next page, or null on the last page; present with cursor.',
      type: ['string', 'null'],
    },
    facets: facetsSchema,
    ...always,
  }
  return { ...closedObject(always), properties }
}

function get(
  operationId: string,
  summary: string,
  parameters: readonly JsonSchema[],
  schema: JsonSchema,
): Operation {
  const responses = {
    200: response('Found.', schema, ['ETag', 'X-SERVICE-DETAIL', 'X-SERVICE-CACHE-TAGS']),
    304: {
      description: 'The version in If-None-Match is still current.',
      headers: headersNamed(['ETag']),
    },
    ...errorsOf(false),
  }
  return { operationId, summary, parameters, responses }
}

/** The request body of a write. */
interface Body {
  readonly data: JsonSchema
  /** Default: true. */
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
      200: response('Done.', reference('written')),
      ...errorsOf(parameters.includes(match)),
    },
  }
}

function upload({ schema }: Scope, space: Parameter): Operation {
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
    parameters: [
      alt,
      ...alts,
      queryParameter('folder', 'Folder of the file, such as press/2026.', { type: 'string' }),
      queryParameter('tags', 'Tags of the file.', listOf({ type: 'string' })),
      space,
      once,
    ],
    requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
    responses: { 200: response('Done.', reference('written'), ['Location']), ...errorsOf(false) },
  }
}
