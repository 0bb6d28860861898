import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'

interface EditedRowProps {
  columns: number
  /** The query to refetch after saving. */
  queryKey: QueryKey
  onClose: () => void
  children: (onDone: () => void) => ReactNode
}

/** A table row that shows a form instead of its cells. */
export function EditedRow({ columns, queryKey, onClose, children }: EditedRowProps) {
  const client = useQueryClient()
  const done = (): void => {
    onClose()
    void client.invalidateQueries({ queryKey })
  }
  return (
    <tr>
      <td colSpan={columns}>{children(done)}</td>
    </tr>
  )
}
