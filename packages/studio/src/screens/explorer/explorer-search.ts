/** Parts of the request, so that a URL can link to it. */
export interface ExplorerSearch {
  model?: string
  /** LUID of a release: the request reads its preview. */
  release?: string
  /** Id of an item. */
  id?: string
}

export function readExplorerSearch(search: Record<string, unknown>): ExplorerSearch {
  const found: ExplorerSearch = {}
  for (const name of ['model', 'release', 'id'] as const) {
    const value = search[name]
    if (typeof value === 'string' && value !== '') found[name] = value
  }
  return found
}
