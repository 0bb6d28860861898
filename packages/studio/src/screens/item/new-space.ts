import { useSearch } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'

export interface NewItemSearch {
  /** LUID of the space in which a new item is created. */
  space?: string
}

export function readNewItemSearch(search: Record<string, unknown>): NewItemSearch {
  const { space } = search
  return typeof space === 'string' && space !== '' ? { space } : {}
}

/** The space in the URL, if the user can write there. */
export function useNewSpace(): string {
  const { spaces, homeSpace } = useSession()
  const { space } = useSearch({ from: '/$root/contents/$id' })
  return spaces.some(({ luid }) => luid === space) ? (space ?? homeSpace) : homeSpace
}
