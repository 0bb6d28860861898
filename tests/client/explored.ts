/** Requests of the API explorer on the demo, as the code for the client that it shows. */
import type { FieldTypeName } from '@octavo/schema/field-types.ts'
import { clientCode } from '../../packages/studio/src/screens/explorer/client-code.ts'
import {
  whereOf,
  type ConditionGroup,
  type FilterScope,
} from '../../packages/studio/src/screens/explorer/conditions.ts'
import {
  emptyRequest,
  pathOf,
  type ReadRequest,
} from '../../packages/studio/src/screens/explorer/read-request.ts'
import type { Filter } from '../../packages/studio/src/screens/contents/list-search.ts'

const types: Record<string, FieldTypeName> = {
  kind: 'select',
  title: 'text',
  tags: 'multiselect',
  author: 'reference',
  related: 'references',
  featured: 'boolean',
  'details.label': 'text',
  'seo.hidden': 'boolean',
  price: 'number',
  on_sale: 'date',
}

const scope: FilterScope = {
  typeOf: (path) => types[path],
  entriesOf: (list) => (list === 'details' ? { ...scope, typeOf: () => 'text' } : scope),
}

function filter(path: string, operator: Filter['operator'], value: string): Filter {
  return { path, operator, value }
}

function where(
  match: ConditionGroup['match'],
  ...conditions: ConditionGroup['conditions']
): Pick<ReadRequest, 'filters' | 'where'> {
  const filters = { match, conditions }
  return { filters, where: whereOf(filters, scope) }
}

const requests: Partial<ReadRequest>[] = [
  { limit: '3' },
  {
    model: 'article',
    lang: 'ja',
    isFallback: true,
    depth: '2',
    limit: '5',
    select: ['title', 'seo.hidden', 'seo.meta_title', 'details', 'details.label', 'author'],
    facets: ['kind', 'tags'],
    order: '-author.name',
    cursor: 'start',
    hasTotal: false,
    hasMediaDetails: true,
    isStrict: true,
  },
  {
    model: 'article',
    view: 'draft',
    ...where(
      'all',
      filter('tags', 'has', 'tea'),
      filter('tags', 'has', 'weather'),
      filter('kind', 'nin', 'essay,guide'),
      filter('seo.hidden', 'eq', 'false'),
      filter('author', 'exists', 'true'),
      filter('details.label', 'ne', 'Serves'),
      filter('title', 'contains', 'power,tea'),
    ),
  },
  { model: 'issue', ...where('all', filter('price', 'gte', '1200')) },
  {
    model: 'issue',
    ...where('any', filter('price', 'lt', '1200'), filter('on_sale', 'gte', '2026-01-01')),
  },
  {
    model: 'article',
    ...where(
      'all',
      filter('featured', 'eq', 'true'),
      { match: 'none', conditions: [filter('seo.hidden', 'eq', 'true')] },
      {
        match: 'any',
        conditions: [
          filter('kind', 'in', 'essay,guide'),
          filter('title', 'contains', 'the,a'),
          { match: 'all', conditions: [filter('related', 'has', '29')] },
        ],
      },
    ),
  },
  {
    model: 'article',
    offset: '1',
    spaces: ['_parent'],
    format: 'markdown',
    texts: ['body'],
    hasCacheTags: true,
    ...where(
      'any',
      {
        match: 'all',
        entries: { path: 'details', test: 'some' },
        conditions: [filter('label', 'startswith', 'S'), filter('value', 'contains', '4')],
      },
      {
        match: 'none',
        entries: { path: 'related', test: 'every' },
        conditions: [filter('kind', 'eq', 'essay'), filter('seo.hidden', 'eq', 'true')],
      },
    ),
  },
  { view: 'draft', at: '2026-12-01T00:00:00.000Z', limit: '2' },
  {
    resource: 'media',
    type: 'image',
    mediaOrder: '-bytes',
    limit: '2',
    offset: '1',
    spaces: ['tokyo', '_parent'],
    isStrict: true,
  },
  {
    isList: false,
    id: '17',
    model: 'issue',
    order: 'on_sale',
    include: ['_langs', '_prev', '_next'],
    ...where('all', filter('price', 'gte', '1')),
  },
  { isList: false, id: '29', lang: 'ja', isFallback: true, select: ['title', 'author'] },
  { resource: 'media', isList: false, id: '1' },
]

/** Programs that expect the client to return what the API returns. */
export const explored: readonly string[] = requests.map((changes) => {
  const request = { ...emptyRequest(), ...changes }
  const code = clientCode(request)
  const [, result = ''] = /^const (\w+)/.exec(code) ?? []
  return `${code}
const options = { headers: { 'X-SERVICE-API-KEY': key } }
const response = await fetch(url + ${JSON.stringify(pathOf(request))}, options)
const expected: unknown = await response.json()
assert.deepEqual(${result}, expected)
`
})
