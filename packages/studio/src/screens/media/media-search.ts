import { pageOf } from '../contents/list-search.ts'
import { mediaKinds } from '@octavo/schema/choices.ts'
import type { MediaKind } from '@octavo/schema/admin/media.ts'

export interface MediaSearch {
  contains?: string
  kind?: MediaKind
  state?: 'archived' | 'trash'
  order?: string
  shown?: 'list'
  space?: string
  /** A path, or `/` for files in no folder. */
  folder?: string
  tag?: string
  /** The language in which files have no alternative text. */
  withoutAlt?: string
  page?: string
  /** Id of the open media item. */
  id?: string
}

const texts = ['contains', 'order', 'space', 'folder', 'tag', 'withoutAlt', 'page', 'id'] as const
export const mediaPageSize = 60

/** The parameters that restrict the list. */
export const filters = [
  'contains',
  'kind',
  'state',
  'space',
  'folder',
  'tag',
  'withoutAlt',
] as const satisfies (keyof MediaSearch)[]

export const withoutFilters: Partial<MediaSearch> = Object.fromEntries(
  filters.map((name) => [name, undefined]),
)

export function mediaQuery(search: MediaSearch) {
  const { contains, kind, state, order, space, folder, tag, withoutAlt, page } = search
  return {
    ...(contains && { contains }),
    ...(kind && { kind }),
    ...(state && { state }),
    ...(order && { order }),
    ...(space && { space }),
    ...(folder && { folder }),
    ...(tag && { tag }),
    ...(withoutAlt && { without_alt: withoutAlt }),
    limit: String(mediaPageSize),
    offset: String(pageOf(page) * mediaPageSize),
  }
}

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
