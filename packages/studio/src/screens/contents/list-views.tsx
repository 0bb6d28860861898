/** How the content list shows and filters values of each field type. */
import { ColorSwatch } from '@mantine/core'
import type { FieldTypeName } from '@octavo/schema/field-types.ts'
import type { Option } from '@octavo/schema/field-types/settings.ts'
import { studioImages } from '@octavo/schema/images.ts'
import type { ReactNode } from 'react'
import { jsonSummary } from '../../fields/json/json.tsx'
import { locationText } from '../../fields/location/location.tsx'
import { withUnit } from '../../fields/number/number.tsx'
import type { Format } from '../../i18n/formats.ts'
import type { Text } from '../../i18n/text.tsx'
import classes from './contents.module.css'

interface CellContext {
  /** The options of a select field. */
  options: readonly Option[]
  /** The unit of a number field. */
  unit: string | null
  t: Text
  format: Format
}

type CellView = (value: unknown, context: CellContext) => ReactNode

/** The kind of input for a filter value. */
export type ValueKind = 'text' | 'boolean' | 'options' | 'number' | 'date' | 'time' | 'item'

interface ListView {
  /** Renders a value in one line of a list. */
  cell: CellView
  /** Null if the type has no filters. */
  filter: ValueKind | null
}

const plain: CellView = (value) => (typeof value === 'string' ? value : null)
const count: CellView = (value, { t }) =>
  Array.isArray(value) && value.length > 0 ? t('list.entries', { count: value.length }) : null
type Titled = Record<'_title', string>
const titleIn = (item: Titled): string => item['_title']
const labelOf = (options: readonly Option[], value: unknown): string =>
  options.find((option) => option.value === value)?.label ?? String(value)

export const listViews: Record<FieldTypeName, ListView> = {
  text: { cell: plain, filter: 'text' },
  slug: { cell: plain, filter: 'text' },
  multiline: { cell: plain, filter: 'text' },
  flexible: {
    cell: (value) => (typeof value === 'string' ? value.replace(/<[^>]*>/g, ' ') : null),
    filter: 'text',
  },
  number: {
    cell: (value, { format, unit }) =>
      typeof value === 'number' ? withUnit(format.decimal(value), unit) : null,
    filter: 'number',
  },
  boolean: {
    cell: (value, { t }) => (value === true ? t('common.yes') : ''),
    filter: 'boolean',
  },
  select: {
    cell: (value, { options }) =>
      value === null || value === undefined ? null : labelOf(options, value),
    filter: 'options',
  },
  multiselect: {
    cell: (value, { options }) =>
      Array.isArray(value) ? value.map((one) => labelOf(options, one)).join(', ') : null,
    filter: 'options',
  },
  date: {
    cell: (value, { format }) => (typeof value === 'string' ? format.day(value) : null),
    filter: 'date',
  },
  datetime: {
    cell: (value, { format }) => (typeof value === 'string' ? format.dateTime(value) : null),
    filter: 'time',
  },
  url: { cell: plain, filter: 'text' },
  email: { cell: plain, filter: 'text' },
  color: {
    cell: (value) =>
      typeof value === 'string' ? (
        <span className={classes.color}>
          <ColorSwatch color={value} size={16} aria-hidden />
          {value}
        </span>
      ) : null,
    filter: 'text',
  },
  location: { cell: locationText, filter: null },
  json: {
    cell: (value) => (value === null || value === undefined ? null : jsonSummary(value)),
    filter: null,
  },
  media: {
    cell: (value) => {
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
    filter: null,
  },
  reference: {
    cell: (value, { t }) => {
      const item = value as Titled | null
      return item ? titleIn(item) || t('common.untitled') : null
    },
    filter: 'item',
  },
  references: {
    cell: (value, { t }) =>
      Array.isArray(value)
        ? value.map((item) => titleIn(item as Titled) || t('common.untitled')).join(', ')
        : null,
    filter: 'item',
  },
  repeat: { cell: count, filter: null },
  combination: { cell: count, filter: null },
  fieldset: { cell: () => null, filter: null },
}
