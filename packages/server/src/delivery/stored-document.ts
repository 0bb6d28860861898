/**
 * How a document is stored: one line that tells how it was made and where its holes are, one with the
 * JSON that readers get, and one with what that was made from, as far as the JSON does not tell it. Who
 * reads all of it copies bytes. Who wants less, or has changed the schema since, makes it anew.
 */
import { hash } from 'node:crypto'
import type { Schema } from '@octavo/schema/schema.ts'
import type { RenderedValues, StoredValues } from '../fields/field-type.ts'
import type { DocumentBody } from '../store/records.ts'
import { partsOf, writeParts, type Subject } from './parts.ts'
import { templateWriter, type Hole, type Template } from './template.ts'
import { wholeView } from './view.ts'
import { writeWhole } from './write-value.ts'

/** To be raised whenever the same values are to be shown in another way. */
const rendering = 1

type Head = [look: string, length: number, holes: number[]]

/** What the JSON was made from; of values that stand in it as they are, only their places. */
interface Origin extends DocumentBody {
  /** Field, start and end, and so on. */
  readonly shown: readonly number[]
}

/** `rendered` as `partsOf` takes it. */
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
    if (!isShown) return writeWhole(value, writer)
    const start = writer.place()
    writer.text(value)
    shown.push(id, start, writer.place())
    delete values[id]
  })
  const { text, holes } = writer.written()
  const head: Head = [lookOf(schema, subject), writer.place(), holes.flatMap(numbersOfHole)]
  const origin: Origin = { ...content, values, shown }
  return `${JSON.stringify(head)}\n${text}\n${JSON.stringify(origin)}`
}

/** The JSON as it was stored; undefined where it would be another now. */
export function readyTemplate(
  body: Buffer,
  schema: Schema,
  subject: Subject,
): Template | undefined {
  const look = lookOf(schema, subject)
  if (!isOfLook(body, look)) return undefined
  const { numbers, end } = numbersAt(body, openingOfHead.length + look.length)
  const [length = 0] = numbers
  return { bytes: body.subarray(end + 1, end + 1 + length), holes: holesOf(numbers, 1) }
}

/** How heads begin, before the look. */
const openingOfHead = '["'

/** Byte by byte: nearly every read of a document comes here, and making a text of its head is half the work. */
function isOfLook(body: Buffer, look: string): boolean {
  if (body[0] !== bracket) return false
  for (let index = 0; index < look.length; index++) {
    if (body[openingOfHead.length + index] !== look.charCodeAt(index)) return false
  }
  return true
}

/** All numbers on the line, from here on. */
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
    if (at >= body.length) throw new Error('a document has no end of its first line')
  }
  return { numbers, end: at }
}

/** What the document was made from. */
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

/** Whether two stored documents tell readers the same. */
export function isSameDocument(one: string, other: string): boolean {
  if (one === other) return true
  const [first, second] = [legible(one), legible(other)]
  if (!first || !second || first.look === second.look) return false
  return first.content === second.content
}

/** Undefined where the document is damaged. */
function legible(document: string): { look: string | undefined; content: string } | undefined {
  const body = Buffer.from(document)
  try {
    return { look: headOf(body)?.head[0], content: JSON.stringify(contentOf(body)) }
  } catch {
    return undefined
  }
}

const newline = 10
const bracket = '['.charCodeAt(0)
const zero = '0'.charCodeAt(0)

/** Undefined for a document as older versions stored it: only what it is made from. */
function headOf(body: Buffer): { head: Head; start: number } | undefined {
  if (body[0] !== bracket) return undefined
  const end = body.indexOf(newline)
  return { head: JSON.parse(body.toString('latin1', 0, end)) as Head, start: end + 1 }
}

function numbersOfHole({ at, kind, id }: Hole): number[] {
  return [at, kind === 'media' ? 1 : 0, id]
}

/** Of numbers as `numbersOfHole` gives them, from the one at `first` on. */
function holesOf(numbers: readonly number[], first: number): Hole[] {
  const holes: Hole[] = []
  for (let index = first; index < numbers.length; index += 3) {
    const at = numbers[index] ?? 0
    const id = numbers[index + 2] ?? 0
    const isMedia = numbers[index + 1] === 1
    holes.push(isMedia ? { at, kind: 'media', id } : { at, kind: 'reference', id, view: wholeView })
  }
  return holes
}

const looks = new WeakMap<Schema, Map<string, string>>()

/** A word for all that decides how values of a model are shown in a space. */
function lookOf(schema: Schema, { modelId, spaceId }: Subject): string {
  const known = looks.get(schema) ?? new Map<string, string>()
  looks.set(schema, known)
  const name = `${modelId} ${spaceId}`
  const look = known.get(name)
  if (look !== undefined) return look
  const space = schema.hasSubSpaces ? schema.spaceById.get(spaceId)?.luid : null
  const decisive = [rendering, schema.modelById.get(modelId), schema.root.fieldSets, space]
  const made = hash('sha256', JSON.stringify(decisive), 'base64url').slice(0, 16)
  known.set(name, made)
  return made
}
