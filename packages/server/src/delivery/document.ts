/** A document as it is kept in memory: each property ready as JSON text with holes. */
import type { Field } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { formatTime } from '@octavo/schema/times.ts'
import type { Rendered } from '../fields/field-type.ts'
import { renderValues } from '../fields/values.ts'
import { lastImportedPublication } from '../query/last-publication.ts'
import type { DocumentBody } from '../store/records.ts'
import { lastingRoom, passingBytes } from '../passing-bytes.ts'
import type { Entry } from '../store/reading.ts'
import { templateWriter, type Template } from './template.ts'
import { writeFields, writeWhole } from './write-value.ts'
import { shows, wholeView, type View } from './view.ts'

export interface Document {
  readonly id: number
  readonly itemId: number
  readonly spaceId: number
  readonly modelId: number
  readonly schemaVersion: number
  /** Roughly what it takes in memory. */
  readonly bytes: number
  /** Everything in the default format. */
  readonly whole: Template
  /** What other views are made of; most documents are only ever shown whole. */
  readonly parts: Parts | undefined
}

interface Parts {
  /** `"_id":12` and so on, by name. */
  readonly system: readonly (readonly [name: string, text: string])[]
  readonly fields: readonly Field[]
  readonly values: readonly (readonly [luid: string, value: Rendered])[]
}

export function documentOf(
  entry: Entry,
  body: string,
  schema: Schema,
  { hasParts, isKept }: { hasParts: boolean; isKept: boolean },
): Document {
  const content = JSON.parse(body) as DocumentBody
  const fields = schema.modelById.get(entry.modelId)?.fields ?? []
  const system = systemTexts(entry, content, schema)
  const values = renderValues(content.values, fields, schema)
  const names = namesOf(fields)
  const writer = templateWriter()
  writer.text(`{${system.map(([, text]) => text).join(',')}`)
  values.forEach(([, value], index) => {
    writer.text(names[index] ?? '')
    writeWhole(value, writer)
  })
  writer.text('}')
  const whole = writer.template(isKept ? lastingRoom : passingBytes)
  return {
    id: entry.documentId,
    itemId: entry.itemId,
    spaceId: entry.spaceId,
    modelId: entry.modelId,
    schemaVersion: schema.root.version,
    bytes: sizeOf(whole) + (hasParts ? 1_000 + 2 * body.length : 0),
    whole,
    parts: hasParts ? { system, fields, values } : undefined,
  }
}

const fieldNames = new WeakMap<readonly Field[], readonly string[]>()

/** `,"title":` and so on. */
function namesOf(fields: readonly Field[]): readonly string[] {
  const known = fieldNames.get(fields)
  if (known) return known
  const names = fields.map(({ luid }) => `,${JSON.stringify(luid)}:`)
  fieldNames.set(fields, names)
  return names
}

function sizeOf({ bytes, holes }: Template): number {
  return 700 + bytes.length + 100 * holes.length
}

function systemTexts(
  entry: Entry,
  content: DocumentBody,
  schema: Schema,
): (readonly [string, string])[] {
  const { publishedAt, lastPublishedAt } = content
  const wasImported = lastPublishedAt !== null && lastPublishedAt <= lastImportedPublication
  const texts: [name: string, text: string][] = [
    ['_id', String(entry.itemId)],
    ['_model', JSON.stringify(schema.modelById.get(entry.modelId)?.luid ?? '')],
    ['_title', JSON.stringify(content.title)],
    ['_created_at', timeText(entry.createdAt)],
    ['_updated_at', timeText(content.updatedAt)],
    ['_published_at', timeText(publishedAt)],
    ['_last_published_at', timeText(wasImported ? publishedAt : lastPublishedAt)],
    ['_status', JSON.stringify(content.status)],
  ]
  if (schema.hasSubSpaces) {
    texts.push(['_space', JSON.stringify(schema.spaceById.get(entry.spaceId)?.luid ?? '')])
  }
  return texts.map(([name, text]) => [name, `"${name}":${text}`])
}

function timeText(time: number | null): string {
  return time === null ? 'null' : `"${formatTime(time)}"`
}

/** What of the document a view shows. */
export function templateOf(document: Document, view: View, schema: Schema): Template {
  if (view === wholeView) return document.whole
  const { parts } = document
  if (!parts) throw new Error(`document ${document.id} was kept without its parts`)
  const writer = templateWriter()
  const shown = parts.system.filter(([name]) => shows(view, name) === 'whole')
  writer.text(`{${shown.map(([, text]) => text).join(',')}`)
  writeFields(parts.values, parts.fields, view, schema, writer, shown.length > 0)
  writer.text('}')
  return writer.template(passingBytes)
}
