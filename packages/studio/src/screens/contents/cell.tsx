import type { FieldTypeName } from '@octavo/schema/field-types.ts'
import { studioImages } from '@octavo/schema/images.ts'
import type { ReactNode } from 'react'
import { useFormat, type Format } from '../../i18n/format.ts'
import { useText, type Text } from '../../i18n/text.tsx'
import classes from './contents.module.css'
import type { ListField } from './list-fields.ts'

interface CellContext {
  column: ListField
  t: Text
  format: Format
}

type CellView = (value: unknown, context: CellContext) => ReactNode

const plain: CellView = (value) => (typeof value === 'string' ? value : null)
const count: CellView = (value, { t }) =>
  Array.isArray(value) && value.length > 0 ? t('list.entries', { count: value.length }) : null
const labelOf = (column: ListField, value: unknown): string =>
  column.options.find((option) => option.value === value)?.label ?? String(value)

/** How a value shows in one line of a list. */
const views: Record<FieldTypeName, CellView> = {
  text: plain,
  multiline: plain,
  flexible: (value) => (typeof value === 'string' ? value.replace(/<[^>]*>/g, ' ') : null),
  boolean: (value, { t }) => (value === true ? t('common.yes') : ''),
  select: (value, { column }) =>
    value === null || value === undefined ? null : labelOf(column, value),
  multiselect: (value, { column }) =>
    Array.isArray(value) ? value.map((one) => labelOf(column, one)).join(', ') : null,
  datetime: (value, { format }) => (typeof value === 'string' ? format.dateTime(value) : null),
  media: (value) => {
    const media = value as { url: string; alt: string } | null
    if (!media) return null
    return (
      <img
        className={classes.thumb}
        src={`${media.url}?${studioImages.cell}`}
        alt={media.alt}
        loading="lazy"
      />
    )
  },
  reference: (value, { t }) => {
    const item = value as Record<'_title', string> | null
    return item ? item['_title'] || t('common.untitled') : null
  },
  repeat: count,
  combination: count,
  fieldset: () => null,
}

/** Too narrow for a text, it tells the whole of it when it is pointed at. */
export function Cell({ column, value }: { column: ListField; value: unknown }) {
  const t = useText()
  const format = useFormat()
  const shown = views[column.type](value, { column, t, format })
  return <td title={typeof shown === 'string' ? shown : undefined}>{shown}</td>
}
