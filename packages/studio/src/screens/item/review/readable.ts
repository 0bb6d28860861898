/** Values as lines of plain text, to be read side by side. */
import type { Field, FieldOf } from '@octavo/schema/definitions.ts'
import type { FieldTypeName } from '@octavo/schema/field-types.ts'
import type { Labels } from '@octavo/schema/admin/contents.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Format } from '../../../i18n/format.ts'
import type { Text } from '../../../i18n/text.tsx'
import { textLines } from './text-lines.ts'

export interface ReadingContext {
  schema: Schema
  labels: Labels
  t: Text
  format: Format
}

type Lines<F extends Field> = (value: never, field: F, context: ReadingContext) => string[]

const plain = (value: string): string[] => value.split('\n')
const optionLabel = (field: FieldOf<'select' | 'multiselect'>, value: string): string =>
  field.options.find((option) => option.value === value)?.label ?? value

const views: { [Type in FieldTypeName]: Lines<FieldOf<Type>> } = {
  text: plain,
  multiline: plain,
  flexible: (value: string) => textLines(value),
  boolean: (value: boolean, _field, { t }) => [t(value ? 'common.yes' : 'common.no')],
  select: (value: string, field) => [optionLabel(field, value)],
  multiselect: (values: string[], field) => values.map((value) => optionLabel(field, value)),
  datetime: (value: string, _field, { format }) => [format.dateTime(value)],
  media: (id: number, _field, { labels, t }) => [
    labels.media[id]?.filename ?? t('item.mediaGone', { id }),
  ],
  reference: (id: number, _field, { labels, t }) => {
    const label = labels.items[id]
    return [label ? label.title || t('common.untitled') : t('item.referenceGone', { id })]
  },
  repeat: (entries: Record<string, unknown>[], field, context) =>
    entries.flatMap((entry, at) => [`${at + 1}.`, ...group(entry, field.fields, context)]),
  combination: (entries: { luid: string; fields: Record<string, unknown> }[], _field, context) =>
    entries.flatMap(({ luid, fields }, at) => {
      const set = context.schema.root.fieldSets.find((one) => one.luid === luid)
      return [`${at + 1}. ${set?.name ?? luid}`, ...group(fields, set?.fields ?? [], context)]
    }),
  fieldset: (values: Record<string, unknown>, field, context) =>
    group(values, context.schema.fieldSetById.get(field.fieldSet)?.fields ?? [], context),
}

/** No lines for an empty value. */
export function linesOf(value: unknown, field: Field, context: ReadingContext): string[] {
  if (value === undefined || value === null || value === '') return []
  return (views[field.type] as Lines<Field>)(value as never, field, context)
}

function group(
  values: Record<string, unknown>,
  fields: readonly Field[],
  context: ReadingContext,
): string[] {
  return fields.flatMap((field) => {
    const lines = linesOf(values[field.luid], field, context)
    if (lines.length === 0) return []
    return lines.length === 1 ? [`${field.name}: ${lines[0] ?? ''}`] : [`${field.name}:`, ...lines]
  })
}
