/** A document in memory: each property as JSON text with placeholders. */
import type { Schema } from '@octavo/schema/schema.ts'
import type { Entry } from '../store/reading.ts'
import { partsOf, writeParts, type Parts } from './parts.ts'
import { contentOf, readyTemplate } from './stored-document.ts'
import { ownBytes, templateWriter, type Template } from './template.ts'
import { shows, fullView, type View } from '../query/view.ts'
import { writeFields } from './write-value.ts'

export interface Document {
  readonly id: number
  readonly itemId: number
  readonly spaceId: number
  readonly modelId: number
  readonly schemaVersion: number
  /** Approximate size in memory. */
  readonly bytes: number
  /** All properties in the default format. */
  readonly whole: Template
  /** The parts for other views; most documents are only shown completely. */
  readonly parts: Parts | undefined
}

export function documentOf(
  entry: Entry,
  body: Buffer,
  schema: Schema,
  { hasParts, isCached }: { hasParts: boolean; isCached: boolean },
): Document {
  const ready = hasParts ? undefined : readyTemplate(body, schema, entry)
  if (ready) return documentFrom(entry, schema, isCached ? withOwnBytes(ready) : ready)
  const parts = partsOf(entry, contentOf(body), schema)
  const writer = templateWriter()
  writeParts(parts, writer)
  // A cached document is allocated outside the pool, so that it does not retain a large pooled buffer.
  const whole = writer.template(isCached ? Buffer.allocUnsafeSlow : Buffer.allocUnsafe)
  if (!hasParts) return documentFrom(entry, schema, whole)
  return documentFrom(entry, schema, whole, { parts, bytes: 1_000 + 2 * body.length })
}

function documentFrom(
  { documentId, itemId, spaceId, modelId }: Entry,
  schema: Schema,
  whole: Template,
  more?: { parts: Parts; bytes: number },
): Document {
  return {
    id: documentId,
    itemId,
    spaceId,
    modelId,
    schemaVersion: schema.root.version,
    bytes: 700 + whole.bytes.length + bytesOfHoles(whole) + (more?.bytes ?? 0),
    whole,
    parts: more?.parts,
  }
}

function bytesOfHoles({ holes }: Template): number {
  let bytes = 100 * holes.length
  for (const hole of holes) if (hole.kind === 'references') bytes += 8 * hole.ids.length
  return bytes
}

/** Copies the bytes, so that they do not retain the buffer that they were read into. */
function withOwnBytes({ bytes, holes }: Template): Template {
  return { bytes: ownBytes(bytes), holes }
}

/** The part of the document that a view shows. */
export function templateOf(document: Document, view: View, schema: Schema): Template {
  if (view === fullView) return document.whole
  const { parts } = document
  if (!parts) throw new Error(`document ${document.id} was cached without its parts`)
  const writer = templateWriter()
  const shown = parts.system.filter(([name]) => shows(view, name) === 'whole')
  writer.text(`{${shown.map(([, text]) => text).join(',')}`)
  writeFields(parts.values, parts.fields, view, schema, writer, shown.length > 0)
  writer.text('}')
  return writer.template(Buffer.allocUnsafe)
}
