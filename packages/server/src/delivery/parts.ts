/** The parts of a document: its properties as JSON text with placeholders. */
import type { Field } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { formatTime } from '@octavo/schema/times.ts'
import type { Rendered, RenderedValues } from '../fields/field-type.ts'
import { renderValues } from '../fields/values.ts'
import { lastImportedPublication } from '../query/last-publication.ts'
import type { DocumentBody } from '../store/records.ts'
import type { TemplateWriter } from './template.ts'
import { writeComplete } from './write-value.ts'

/** The item that a document belongs to. */
export interface Subject {
  readonly itemId: number
  readonly modelId: number
  readonly spaceId: number
  readonly createdAt: number
}

export interface Parts {
  /** `"_id":12` and so on, by name. */
  readonly system: readonly (readonly [name: string, text: string])[]
  readonly fields: readonly Field[]
  readonly values: RenderedValues
}

/** `rendered` avoids rendering the values again if the caller has done so already. */
export function partsOf(
  subject: Subject,
  content: DocumentBody,
  schema: Schema,
  rendered?: RenderedValues,
): Parts {
  const fields = schema.modelById.get(subject.modelId)?.fields ?? []
  const values = rendered ?? renderValues(content.values, fields, schema)
  return { system: systemTexts(subject, content, schema), fields, values }
}

/** Writes all properties in the default format. */
export function writeParts(
  { system, fields, values }: Parts,
  writer: TemplateWriter,
  writeOne: (value: Rendered, field: number) => void = (value) => writeComplete(value, writer),
): void {
  const names = namesOf(fields)
  writer.text(`{${system.map(([, text]) => text).join(',')}`)
  values.forEach(([, value], index) => {
    writer.text(names[index] ?? '')
    writeOne(value, index)
  })
  writer.text('}')
}

const fieldNames = new WeakMap<readonly Field[], readonly string[]>()

/** `,"title":` and so on. */
function namesOf(fields: readonly Field[]): readonly string[] {
  const cached = fieldNames.get(fields)
  if (cached) return cached
  const names = fields.map(({ luid }) => `,${JSON.stringify(luid)}:`)
  fieldNames.set(fields, names)
  return names
}

function systemTexts(
  subject: Subject,
  content: DocumentBody,
  schema: Schema,
): (readonly [string, string])[] {
  const { publishedAt, lastPublishedAt } = content
  const wasImported = lastPublishedAt !== null && lastPublishedAt <= lastImportedPublication
  const texts: [name: string, text: string][] = [
    ['_id', String(subject.itemId)],
    ['_model', JSON.stringify(schema.modelById.get(subject.modelId)?.luid ?? '')],
    ['_title', JSON.stringify(content.title)],
    ['_created_at', timeText(subject.createdAt)],
    ['_updated_at', timeText(content.updatedAt)],
    ['_published_at', timeText(publishedAt)],
    ['_last_published_at', timeText(wasImported ? publishedAt : lastPublishedAt)],
    ['_status', JSON.stringify(content.status)],
  ]
  if (schema.hasSubSpaces) {
    texts.push(['_space', JSON.stringify(schema.spaceById.get(subject.spaceId)?.luid ?? '')])
  }
  return texts.map(([name, text]) => [name, `"${name}":${text}`])
}

function timeText(time: number | null): string {
  return time === null ? 'null' : `"${formatTime(time)}"`
}
