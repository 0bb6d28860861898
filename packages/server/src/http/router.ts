/** Finds the route of a request. Decodes the path here only, one segment at a time. */
import { Refusal } from '@octavo/schema/errors.ts'

export interface Routed {
  /** `ANY` handles methods that no other route of the same path has. GET also handles HEAD. */
  readonly method: string
  /** `:name` matches one segment. A final `*` matches its parent path and all paths below. */
  readonly path: string
}

export interface Match<Route> {
  readonly route: Route
  /** Decoded values by name. The rest of the path that `*` matched is named `*`. */
  readonly params: Readonly<Record<string, string>>
  /** Whether the path has invalid percent-encoding. Segments that cannot be decoded stay as sent. */
  readonly isMalformed: boolean
}

export type Router<Route> = (method: string, url: string) => Match<Route> | undefined

interface Node<Route> {
  readonly children: Map<string, Node<Route>>
  /** Matches a segment with any text. */
  parameter: Node<Route> | undefined
  /** Routes that end here, by method. */
  readonly here: Map<string, Named<Route>>
  /** Routes that end with `*`, by method. */
  readonly below: Map<string, Named<Route>>
}

interface Named<Route> {
  readonly route: Route
  readonly names: readonly string[]
}

export function createRouter<Route extends Routed>(routes: readonly Route[]): Router<Route> {
  const root = newNode<Route>()
  for (const route of routes) add(root, route)
  return (method, url) => {
    const path = pathOf(url)
    if (!path.startsWith('/')) return undefined
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
    return { route, params: paramsOf(names, values), isMalformed }
  }
}

/** Also used for a path that exists with other methods only. */
export function noSuchPath(): Refusal {
  return new Refusal('notFound', 'no endpoint has this path and method')
}

/** Removes the query, and the host of an absolute URL. */
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
  /** Values of the parameters matched so far. */
  readonly values: string[]
}

/** Exact segments take precedence over parameters, and parameters over `*`. */
function find<Route>(node: Node<Route>, search: Search, start: number): Named<Route> | undefined {
  const { method, path, values } = search
  // A trailing slash is ignored.
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
