/**
 * The format of a stored document: one line with the version of the rendering and the positions of
 * placeholders, one with the JSON that readers get, and one with the content that cannot be derived from that
 * JSON. Reading the complete document copies bytes. A partial view, or a schema that has changed since,
 * renders the content again.
 */
import { hash } from 'node:crypto'
import type { Schema } from '@octavo/schema/schema.ts'
import type { RenderedValues, StoredValues } from '../fields/field-type.ts'
import type { DocumentBody } from '../store/records.ts'
import { partsOf, writeParts, type Subject } from './parts.ts'
import { templateWriter, type Hole, type Template } from './template.ts'
import { fullView } from '../query/view.ts'
import { writeComplete } from './write-value.ts'

/** Increase this whenever the same values should be rendered differently. */
const rendering = 1

type Head = [version: string, length: number, holes: number[]]

/**
 * The content that the JSON was rendered from. Values that occur in the JSON unchanged are replaced by their
 * positions.
 */
interface Origin extends DocumentBody {
  /** Triples of field id, start and end. */
  readonly shown: readonly number[]
}

/** `rendered`: see `partsOf`. */
export function storedDocument(
  subject: Subject,
  content: DocumentBody,
  schema: Schema,
  rendered?: RenderedValues,
): string {
  const parts = partsOf(subject, content, schema, rendered)
  const values = { ...content.values }
  const shown: number[] = []
  const writer = templateWriter()
  writeParts(parts, writer, (value, index) => {
    const id = parts.fields[index]?.id ?? 0
    const isShown = typeof value === 'string' && value === JSON.stringify(values[id])
    if (!isShown) return writeComplete(value, writer)
    const start = writer.place()
    writer.text(value)
    shown.push(id, start, writer.place())
    delete values[id]
  })
  const { text, holes } = writer.written()
  const head: Head = [
    renderVersionOf(schema, subject),
    writer.place(),
    holes.flatMap(numbersOfHole),
  ]
  const origin: Origin = { ...content, values, shown }
  return `${JSON.stringify(head)}\n${text}\n${JSON.stringify(origin)}`
}

/** The stored JSON; undefined if it would be rendered differently now. */
export function readyTemplate(
  body: Buffer,
  schema: Schema,
  subject: Subject,
): Template | undefined {
  const version = renderVersionOf(schema, subject)
  if (!hasRenderVersion(body, version)) return undefined
  const { numbers, end } = numbersAt(body, openingOfHead.length + version.length)
  const [length = 0] = numbers
  return { bytes: body.subarray(end + 1, end + 1 + length), holes: holesOf(numbers, 1) }
}

/** How heads begin, before the version. */
const openingOfHead = '["'

/**
 * Compares bytes: nearly every read of a document gets here, and decoding the head would be half of the work.
 */
function hasRenderVersion(body: Buffer, version: string): boolean {
  if (body[0] !== bracket) return false
  for (let index = 0; index < version.length; index++) {
    if (body[openingOfHead.length + index] !== version.charCodeAt(index)) return false
  }
  return true
}

/** All numbers on the line from this offset on. */
function numbersAt(body: Buffer, from: number): { numbers: number[]; end: number } {
  const numbers: number[] = []
  let number = -1
  let at = from
  for (; body[at] !== newline; at++) {
    const digit = (body[at] ?? 0) - zero
    if (digit >= 0 && digit <= 9) number = Math.max(0, number) * 10 + digit
    else if (number >= 0) {
      numbers.push(number)
      number = -1
    }
    if (at >= body.length) throw new Error('the first line of a document has no end')
  }
  return { numbers, end: at }
}

/** The content that the document was rendered from. */
export function contentOf(body: Buffer): DocumentBody {
  const found = headOf(body)
  if (!found) return JSON.parse(body.toString()) as DocumentBody
  const { head, start } = found
  const { shown, ...content } = JSON.parse(body.toString('utf8', start + head[1])) as Origin
  const values: StoredValues = content.values
  for (let index = 0; index < shown.length; index += 3) {
    const [id = 0, from = 0, to = 0] = shown.slice(index, index + 3)
    values[id] = JSON.parse(body.toString('utf8', start + from, start + to)) as StoredValues[string]
  }
  return content
}

/** Whether two stored documents have the same content for readers. */
export function isSameDocument(one: string, other: string): boolean {
  if (one === other) return true
  const [first, second] = [parsed(one), parsed(other)]
  if (!first || !second || first.version === second.version) return false
  return first.content === second.content
}

/** Undefined if the document is damaged. */
function parsed(document: string): { version: string | undefined; content: string } | undefined {
  const body = Buffer.from(document)
  try {
    return { version: headOf(body)?.head[0], content: JSON.stringify(contentOf(body)) }
  } catch {
    return undefined
  }
}

const newline = 10
const bracket = '['.charCodeAt(0)
const zero = '0'.charCodeAt(0)

/** Undefined for a document in the format of older versions: only the content. */
function headOf(body: Buffer): { head: Head; start: number } | undefined {
  if (body[0] !== bracket) return undefined
  const end = body.indexOf(newline)
  return { head: JSON.parse(body.toString('latin1', 0, end)) as Head, start: end + 1 }
}

/** The second number of a placeholder. A list of references has one for each entry. */
const holeKinds = { reference: 0, media: 1, firstOfList: 2, nextOfList: 3 } as const

function numbersOfHole(hole: Hole): number[] {
  const { at } = hole
  if (hole.kind !== 'references') return [at, holeKinds[hole.kind], hole.id]
  const { firstOfList, nextOfList } = holeKinds
  return hole.ids.flatMap((id, index) => [at, index === 0 ? firstOfList : nextOfList, id])
}

/** Reads placeholders from the numbers that `numbersOfHole` writes, from index `first` on. */
function holesOf(numbers: readonly number[], first: number): Hole[] {
  const holes: Hole[] = []
  let list: number[] = []
  for (let index = first; index < numbers.length; index += 3) {
    const at = numbers[index] ?? 0
    const kind = numbers[index + 1] ?? 0
    const id = numbers[index + 2] ?? 0
    if (kind === holeKinds.nextOfList) list.push(id)
    else if (kind === holeKinds.firstOfList) {
      list = [id]
      holes.push({ at, kind: 'references', ids: list, view: fullView })
    } else if (kind === holeKinds.media) holes.push({ at, kind: 'media', id })
    else holes.push({ at, kind: 'reference', id, view: fullView })
  }
  return holes
}

const renderVersions = new WeakMap<Schema, Map<string, string>>()

/** A hash of everything that determines how values of a model are rendered in a space. */
function renderVersionOf(schema: Schema, { modelId, spaceId }: Subject): string {
  const cached = renderVersions.get(schema) ?? new Map<string, string>()
  renderVersions.set(schema, cached)
  const name = `${modelId} ${spaceId}`
  const version = cached.get(name)
  if (version !== undefined) return version
  const space = schema.hasSubSpaces ? schema.spaceById.get(spaceId)?.luid : null
  const decisive = [rendering, schema.modelById.get(modelId), schema.root.fieldSets, space]
  const made = hash('sha256', JSON.stringify(decisive), 'base64url').slice(0, 16)
  cached.set(name, made)
  return made
}
