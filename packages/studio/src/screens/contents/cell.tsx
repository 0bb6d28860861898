import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import type { ListField } from './list-fields.ts'
import { listViews } from './list-views.tsx'

/** A cell of the list. A tooltip shows the full text of a truncated cell. */
export function Cell({ column, value }: { column: ListField; value: unknown }) {
  const t = useText()
  const format = useFormat()
  const { type, options, unit } = column
  const shown = listViews[type].cell(value, { options, unit, t, format })
  return <td title={typeof shown === 'string' ? shown : undefined}>{shown}</td>
}
