/** A document as it is kept in memory: each property ready as JSON text with holes. */
import type { Schema } from '@octavo/schema/schema.ts'
import type { Entry } from '../store/reading.ts'
import { partsOf, writeParts, type Parts } from './parts.ts'
import { contentOf, readyTemplate } from './stored-document.ts'
import { ownBytes, templateWriter, type Template } from './template.ts'
import { shows, wholeView, type View } from './view.ts'
import { writeFields } from './write-value.ts'

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

export function documentOf(
  entry: Entry,
  body: Buffer,
  schema: Schema,
  { hasParts, isKept }: { hasParts: boolean; isKept: boolean },
): Document {
  const ready = hasParts ? undefined : readyTemplate(body, schema, entry)
  if (ready) return documentFrom(entry, schema, isKept ? lasting(ready) : ready)
  const parts = partsOf(entry, contentOf(body), schema)
  const writer = templateWriter()
  writeParts(parts, writer)
  // Without a pool where it is kept: it would hold on to a whole piece of memory.
  const whole = writer.template(isKept ? Buffer.allocUnsafeSlow : Buffer.allocUnsafe)
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
    bytes: 700 + whole.bytes.length + 100 * whole.holes.length + (more?.bytes ?? 0),
    whole,
    parts: more?.parts,
  }
}

/** Bytes of its own, so that it does not hold on to all that it was read with. */
function lasting({ bytes, holes }: Template): Template {
  return { bytes: ownBytes(bytes), holes }
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
  return writer.template(Buffer.allocUnsafe)
}
