/** The model of the request, so that a URL can link to it. */
export interface ExplorerSearch {
  model?: string
}

export function readExplorerSearch({ model }: Record<string, unknown>): ExplorerSearch {
  return typeof model === 'string' && model !== '' ? { model } : {}
}
