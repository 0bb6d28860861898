/** Finds the route of a request in a table. A path is decoded here, once, and segment by segment. */
import { Refusal } from '@octavo/schema/errors.ts'

export interface Routed {
  /** `ANY` is every method that no other route of the same path has. GET answers HEAD too. */
  readonly method: string
  /** `:name` stands for one segment; `*`, at the end, for the path above it and all below it. */
  readonly path: string
}

export interface Match<Route> {
  readonly route: Route
  /** By name, decoded; what `*` stands for is named so. */
  readonly params: Readonly<Record<string, string>>
  /** Whether the path is wrongly encoded: segments that cannot be decoded are as they were sent. */
  readonly isMalformed: boolean
}

export type Router<Route> = (method: string, url: string) => Match<Route> | undefined

interface Node<Route> {
  readonly children: Map<string, Node<Route>>
  /** For a segment of any text. */
  parameter: Node<Route> | undefined
  /** Routes that end here, by method. */
  readonly here: Map<string, Named<Route>>
  /** Routes that take all that is below. */
  readonly below: Map<string, Named<Route>>
}

interface Named<Route> {
  readonly route: Route
  readonly names: readonly string[]
}

const remembered = 1000
const longestRemembered = 200

export function createRouter<Route extends Routed>(routes: readonly Route[]): Router<Route> {
  const root = newNode<Route>()
  for (const route of routes) add(root, route)
  /** Clients repeat themselves: paths that were read lately are looked up. */
  const reads = new Map<string, Match<Route>>()
  return (method, url) => {
    const path = pathOf(url)
    const known = method === 'GET' ? reads.get(path) : undefined
    if (known || !path.startsWith('/')) return known
    const search: Search = {
      method,
      path,
      isEncoded: path.includes('%'),
      isMalformed: false,
      values: [],
    }
    const found = find(root, search, 1)
    if (!found) return undefined
    const { route, names } = found
    const { isMalformed, values } = search
    const match = { route, params: paramsOf(names, values), isMalformed }
    if (reads.size >= remembered) reads.clear()
    if (method === 'GET' && path.length <= longestRemembered) reads.set(path, match)
    return match
  }
}

/** Also the answer where a path has no such method. */
export function noSuchPath(): Refusal {
  return new Refusal('notFound', 'there is no such path and method')
}

/** Without the query, and without the host where the whole address was sent. */
function pathOf(url: string): string {
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '')
  const path = before(before(target, '?'), '#')
  return path === '' ? '/' : path
}

function before(text: string, mark: string): string {
  const index = text.indexOf(mark)
  return index === -1 ? text : text.slice(0, index)
}

function newNode<Route>(): Node<Route> {
  return { children: new Map(), parameter: undefined, here: new Map(), below: new Map() }
}

function add<Route extends Routed>(root: Node<Route>, route: Route): void {
  let node = root
  const names: string[] = []
  for (const segment of route.path.slice(1).split('/')) {
    if (segment === '*') {
      node.below.set(route.method, { route, names: [...names, '*'] })
      return
    }
    if (segment.startsWith(':')) {
      names.push(segment.slice(1))
      node = node.parameter ??= newNode()
    } else {
      const next = node.children.get(segment) ?? newNode()
      node.children.set(segment, next)
      node = next
    }
  }
  node.here.set(route.method, { route, names })
}

interface Search {
  readonly method: string
  /** As sent. */
  readonly path: string
  readonly isEncoded: boolean
  isMalformed: boolean
  /** Of the parameters on the way. */
  readonly values: string[]
}

/** Exact segments go before parameters, and these before all that is below. */
function find<Route>(node: Node<Route>, search: Search, start: number): Named<Route> | undefined {
  const { method, path, values } = search
  // A slash at the end makes no difference.
  const isEnd = start > path.length || (start === path.length && start > 1)
  const found = isEnd ? ofMethod(node.here, method) : findBelow(node, search, start)
  if (found) return found
  const rest = ofMethod(node.below, method)
  if (rest) values.push(decoded(search, path.slice(start)))
  return rest
}

function findBelow<Route>(
  { children, parameter }: Node<Route>,
  search: Search,
  start: number,
): Named<Route> | undefined {
  const { path, values } = search
  const slash = path.indexOf('/', start)
  const end = slash === -1 ? path.length : slash
  const segment = decoded(search, path.slice(start, end))
  const exact = children.get(segment)
  const found = exact && find(exact, search, end + 1)
  if (found || !parameter || segment === '') return found
  values.push(segment)
  const other = find(parameter, search, end + 1)
  if (!other) values.pop()
  return other
}

function decoded(search: Search, text: string): string {
  if (!search.isEncoded) return text
  try {
    return decodeURIComponent(text)
  } catch {
    search.isMalformed = true
    return text
  }
}

function ofMethod<Route>(
  routes: ReadonlyMap<string, Named<Route>>,
  method: string,
): Named<Route> | undefined {
  if (routes.size === 0) return undefined
  return (
    routes.get(method) ?? (method === 'HEAD' ? routes.get('GET') : undefined) ?? routes.get('ANY')
  )
}

function paramsOf(names: readonly string[], values: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  for (let index = 0; index < names.length; index++) {
    params[names[index] ?? ''] = values[index] ?? ''
  }
  return params
}
