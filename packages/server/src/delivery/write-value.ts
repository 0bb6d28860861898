/** Writes rendered values: complete, or the part that a view shows. */
import type { Field } from '@octavo/schema/definitions.ts'
import type { TextFormat } from '@octavo/schema/field-types.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Rendered } from '../fields/field-type.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { targetModels } from '../query/locate.ts'
import type { TemplateWriter } from './template.ts'
import { shows, viewInside, fullView, type View } from '../query/view.ts'

/** Writes the complete value, with flexible text as html. */
export function writeComplete(value: Rendered, writer: TemplateWriter): void {
  if (typeof value === 'string') return writer.text(value)
  switch (value.kind) {
    case 'reference':
      return writer.hole({ kind: 'reference', id: value.id, view: fullView })
    case 'references':
      return writer.hole({ kind: 'references', ids: value.ids, view: fullView })
    case 'media':
      return writer.hole({ kind: 'media', id: value.id })
    case 'formats':
      return writer.text(value.html)
    case 'object':
      if (value.text !== undefined) return writer.text(value.text)
      return writeList(value.entries, '{', '}', writer, ([key, inner]) => {
        writer.text(`${JSON.stringify(key)}:`)
        writeComplete(inner, writer)
      })
    case 'array':
      if (value.text !== undefined) return writer.text(value.text)
      return writeList(value.items, '[', ']', writer, (inner) => writeComplete(inner, writer))
  }
}

function writeList<T>(
  list: readonly T[],
  start: string,
  end: string,
  writer: TemplateWriter,
  write: (one: T) => void,
): void {
  writer.text(start)
  list.forEach((one, index) => {
    if (index > 0) writer.text(',')
    write(one)
  })
  writer.text(end)
}

/** Writes the properties that a view shows, separated by commas. */
export function writeFields(
  values: readonly (readonly [luid: string, value: Rendered])[],
  fields: readonly Field[],
  view: View,
  schema: Schema,
  writer: TemplateWriter,
  isContinued: boolean,
): void {
  let isFirst = !isContinued
  values.forEach(([luid, value], index) => {
    const field = fields[index]
    const shown = shows(view, luid)
    if (!field || shown === 'not' || (shown === 'parts' && !canEnter(field))) return
    writer.text(`${isFirst ? '' : ','}${JSON.stringify(luid)}:`)
    isFirst = false
    const format = view.formats.get(luid)?.format ?? view.general.get(luid) ?? 'html'
    writeShown(value, field, viewInside(view, luid), format, schema, writer)
  })
}

/** Whether names inside of the field can be selected. */
function canEnter(field: Field): boolean {
  const { nested } = fieldTypeOf(field)
  return targetModels(field) !== undefined || (nested !== undefined && nested.reach !== 'closed')
}

/** Writes complete entries of a combination, with their texts in the formats requested for each field set. */
function writeEntries(value: Rendered, view: View, schema: Schema, writer: TemplateWriter): void {
  if (typeof value === 'string' || value.kind !== 'array') return writeComplete(value, writer)
  writeList(value.items, '[', ']', writer, (entry) => {
    const parts = typeof entry !== 'string' && entry.kind === 'object' ? entry.entries : []
    const [[, luid] = [], [, fields] = []] = parts
    // A LUID has no characters that JSON escapes.
    const set = typeof luid === 'string' ? schema.fieldSetByLuid.get(luid.slice(1, -1)) : undefined
    if (!set || typeof fields !== 'object' || fields.kind !== 'object') {
      return writeComplete(entry, writer)
    }
    writer.text(`{"luid":${JSON.stringify(set.luid)},"fields":{`)
    writeFields(fields.entries, set.fields, viewInside(view, set.luid), schema, writer, false)
    writer.text('}}')
  })
}

function writeShown(
  value: Rendered,
  field: Field,
  view: View,
  format: TextFormat,
  schema: Schema,
  writer: TemplateWriter,
): void {
  if (typeof value === 'string') return writer.text(value)
  if (value.kind === 'reference') return writer.hole({ kind: 'reference', id: value.id, view })
  if (value.kind === 'references') return writer.hole({ kind: 'references', ids: value.ids, view })
  if (value.kind === 'formats') return writer.text(value[format])
  if (view === fullView) return writeComplete(value, writer)
  if (fieldTypeOf(field).nested?.reach === 'closed')
    return writeEntries(value, view, schema, writer)
  if (!canEnter(field)) return writeComplete(value, writer)
  const inner = fieldTypeOf(field).nested?.fields(field, schema) ?? []
  const writeObject = (one: Rendered): void => {
    if (typeof one === 'string' || one.kind !== 'object') return writeComplete(one, writer)
    writer.text('{')
    writeFields(one.entries, inner, view, schema, writer, false)
    writer.text('}')
  }
  if (value.kind === 'array') writeList(value.items, '[', ']', writer, writeObject)
  else writeObject(value)
}
