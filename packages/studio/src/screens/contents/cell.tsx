import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import type { ListField } from './list-fields.ts'
import { listViews } from './list-views.tsx'

/** Too narrow for a text, it tells the whole of it when it is pointed at. */
export function Cell({ column, value }: { column: ListField; value: unknown }) {
  const t = useText()
  const format = useFormat()
  const shown = listViews[column.type].cell(value, { options: column.options, t, format })
  return <td title={typeof shown === 'string' ? shown : undefined}>{shown}</td>
}
