import { mediaKinds } from '@octavo/schema/choices.ts'
import type { MediaKind } from '@octavo/schema/admin/media.ts'

export interface MediaSearch {
  contains?: string
  kind?: MediaKind
  state?: 'archived' | 'trash'
  order?: string
  shown?: 'list'
  space?: string
  page?: string
  /** Id of the open media item. */
  id?: string
}

const texts = ['contains', 'order', 'space', 'page', 'id'] as const
export const mediaPageSize = 60

export function readMediaSearch(search: Record<string, unknown>): MediaSearch {
  const read: MediaSearch = {}
  for (const name of texts) {
    const value = search[name]
    if (typeof value === 'string' && value !== '') read[name] = value
  }
  const kind = mediaKinds.find((one) => one === search['kind'])
  if (kind) read.kind = kind
  if (search['state'] === 'archived' || search['state'] === 'trash') read.state = search['state']
  if (search['shown'] === 'list') read.shown = 'list'
  return read
}
