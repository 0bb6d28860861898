/** A request as code for the typed client. */
import { formatsOf, hasList, parametersOf, type ReadRequest } from './read-request.ts'

export function clientCode(request: ReadRequest): string {
  const { resource, isList, id } = request
  const isMedia = resource === 'media'
  const options = Object.fromEntries(
    parametersOf(request)
      .filter(([name]) => name !== 'where')
      .map(([name, value]) => optionOf(name, value)),
  )
  const hasFilters = hasList(request) && !isMedia && request.where !== ''
  const formats = formatsOf(request)
  const all = {
    ...options,
    ...(hasFilters && { where: conditionsOf(request.where) }),
    ...(formats.length > 0 && { formats: Object.fromEntries(formats) }),
  }
  const shown = JSON.stringify(all, null, 2)
  const reads = isMedia ? 'client.media' : 'client'
  return isList
    ? `const page = await ${reads}.list(${shown})`
    : `const ${isMedia ? 'file' : 'item'} = await ${reads}.get(${id || 1}, ${shown})`
}

/** The option for a parameter. */
function optionOf(name: string, value: string): [name: string, option: unknown] {
  switch (name) {
    case 'limit':
    case 'offset':
    case 'depth':
      return [name, Number(value)]
    case 'strict':
    case 'total':
      return [name, value === 'true']
    case 'lang_fallback':
      return ['langFallback', value === 'true']
    case 'cache_tags':
      return ['cacheTags', value === 'true']
    case 'facets':
    case 'include':
    case 'release':
    case 'space':
      return [name, value.split(',')]
    case 'select':
      return [name, selectOf(value.split(','))]
    default:
      return [name, value]
  }
}

interface Select {
  [name: string]: true | Select
}

/** Paths as nested names. A property that is selected itself is selected completely. */
function selectOf(paths: readonly string[]): Select {
  return paths
    .filter((path) => !paths.some((other) => path.startsWith(`${other}.`)))
    .reduce<Select>((select, path) => withPath(select, path.split('.')), {})
}

function withPath(select: Select, [name = '', ...rest]: readonly string[]): Select {
  if (rest.length === 0) return { ...select, [name]: true }
  const inner = select[name]
  return { ...select, [name]: withPath(typeof inner === 'object' ? inner : {}, rest) }
}

interface Where {
  [name: string]: unknown
}

/** Conditions of which all must match: one, or a list. */
function conditionsOf(where: string): Where | Where[] {
  const nested = nestedGroup(JSON.parse(where) as Where)
  const { $and } = nested as { $and?: Where[] }
  return $and?.length === 1 ? ($and[0] ?? {}) : ($and ?? nested)
}

/** Names of groups stay, paths become nested names. */
function nestedGroup(where: Where): Where {
  const entries = Object.entries(where).map(([name, value]): [string, unknown] => {
    if (Array.isArray(value)) return [name, value.map((one) => nestedGroup(one as Where))]
    if (name.startsWith('$')) return [name, nestedGroup(value as Where)]
    return atPath(name, testsOf(value as Where))
  })
  return Object.fromEntries(entries)
}

/** The operators of a path; `$some`, `$none` and `$every` have groups. */
function testsOf(tests: Where): Where {
  const entries = Object.entries(tests).map(([name, value]): [string, unknown] => [
    name,
    name.startsWith('$') ? nestedGroup(value as Where) : value,
  ])
  return Object.fromEntries(entries)
}

/** A path as nested names: `seo.title` becomes `seo: { title: … }`. */
function atPath(path: string, value: unknown): [name: string, value: unknown] {
  const [first = '', ...rest] = path.split('.')
  return [first, rest.reduceRight<unknown>((inner, part) => ({ [part]: inner }), value)]
}
