import type { EditableItem } from '@octavo/schema/admin/items.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../api/session.tsx'
import type { DraftStore } from './draft/draft-store.ts'
import { itemQuery } from './item-query.ts'

/** Shows the item that a change has returned. */
export function useSettle(store: DraftStore): (item: EditableItem) => void {
  const client = useQueryClient()
  const { root } = useSession()
  return (item) => {
    store.receive(item)
    client.setQueryData(itemQuery(root, String(item.id)).queryKey, item)
    void client.invalidateQueries({ queryKey: ['contents', root] })
  }
}
