import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'

interface EditedRowProps {
  columns: number
  /** What is read anew when it is done. */
  queryKey: QueryKey
  onClose: () => void
  children: (onDone: () => void) => ReactNode
}

/** A row of a table while its form stands in its place. */
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
