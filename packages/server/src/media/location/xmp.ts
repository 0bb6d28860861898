/** Overwrites GPS properties in XMP, which is XML, with spaces. */
import type { Region } from './region.ts'

/** Larger ones are not examined: no camera writes them. */
const maxBytes = 32 * 1024 * 1024
/** A property with its value. */
const maxProperty = 65_536
const maxName = 200
/** The part of the XMP that is read and examined at once. */
const windowBytes = 256 * 1024
const spellings = ['GPS', 'Gps', 'gps']
/** More than any program writes. If there are more, the whole XMP is overwritten. */
const maxProperties = 1_000
/** Bytes that are compared to find the ends of properties, for one XMP. */
const maxCompared = 2 * 1024 * 1024
/** The cost of examining a name, in bytes that are compared. */
const costOfName = 1_000

/** Returns whether there were any. */
export async function removeXmpGps(xmp: Region): Promise<boolean> {
  if (xmp.length > maxBytes) return false
  const search = createSearch()
  for (let at = 0; at < xmp.length && !search.isOver(); at += windowBytes) {
    const start = Math.max(0, at - maxName)
    const bytes = await xmp.read(start, at - start + windowBytes + maxProperty)
    search.examine(bytes, at - start, Math.min(bytes.length, at - start + windowBytes), start)
  }
  const found = search.isOver() ? [{ start: 0, end: xmp.length }] : search.found
  for (const { start, end } of found) await overwrite(xmp, start, end)
  return found.length > 0
}

async function overwrite(xmp: Region, start: number, end: number): Promise<void> {
  for (let at = start; at < end; at += windowBytes) {
    await xmp.write(at, Buffer.alloc(Math.min(windowBytes, end - at), ' '))
  }
}

export function hasXmpGps(bytes: Buffer): boolean {
  const search = createSearch()
  search.examine(bytes, 0, bytes.length, 0)
  return search.isOver() || search.found.length > 0
}

interface Span {
  start: number
  end: number
}

interface Search {
  readonly found: Span[]
  /** Whether there are too many properties, or the search takes too long. */
  isOver(): boolean
  /** Finds properties with a name between the two positions. The bytes begin at `offset` of the XMP. */
  examine(bytes: Buffer, from: number, to: number, offset: number): void
}

function createSearch(): Search {
  const found: Span[] = []
  let compared = 0

  const isOver = (): boolean => found.length > maxProperties || compared > maxCompared

  /** The position of a text after `at`, within the length of a property. */
  function find(bytes: Buffer, text: string, at: number): number {
    const part = bytes.subarray(at, at + maxProperty)
    const index = part.indexOf(text)
    compared += index === -1 ? part.length : index + text.length
    return index === -1 ? -1 : at + index
  }

  /** The attribute or element whose name contains this position. */
  function propertyAround(bytes: Buffer, at: number): Span | undefined {
    let start = at
    while (at - start < maxName && isInName(bytes[start - 1])) start--
    compared += 1 + at - start
    const mark = String.fromCharCode(bytes[start - 1] ?? 0)
    if (!/[<\s]/.test(mark) || !bytes.subarray(start, at).includes(':')) return undefined
    let end = at
    while (end - start < maxName && isInName(bytes[end])) end++
    compared += costOfName
    const name = bytes.toString('latin1', start, end)
    return mark === '<' ? elementAt(bytes, start, name) : attributeAt(bytes, start, name)
  }

  function elementAt(bytes: Buffer, start: number, name: string): Span | undefined {
    const tagEnd = find(bytes, '>', start)
    if (tagEnd === -1) return undefined
    if (bytes[tagEnd - 1] === slash) return { start: start - 1, end: tagEnd + 1 }
    const close = `</${name}>`
    const closeAt = find(bytes, close, tagEnd)
    return closeAt === -1 ? undefined : { start: start - 1, end: closeAt + close.length }
  }

  function attributeAt(bytes: Buffer, start: number, name: string): Span | undefined {
    const valueAt = start + name.length
    const following = bytes.toString('latin1', valueAt, valueAt + maxName)
    const [equals = '', quote = ''] = /^\s*=\s*(["'])/.exec(following) ?? []
    const end = equals === '' ? -1 : find(bytes, quote, valueAt + equals.length)
    return end === -1 ? undefined : { start, end: end + 1 }
  }

  return {
    found,
    isOver,
    examine(bytes, from, to, offset) {
      for (const spelling of spellings) {
        let at = bytes.indexOf(spelling, from)
        while (at !== -1 && at < to && !isOver()) {
          const span = propertyAround(bytes, at)
          if (span) found.push({ start: span.start + offset, end: span.end + offset })
          at = bytes.indexOf(spelling, Math.max(at + spelling.length, span?.end ?? 0))
        }
      }
    },
  }
}

const slash = '/'.charCodeAt(0)

function isInName(byte: number | undefined): boolean {
  return byte !== undefined && isNameByte[byte] === 1
}

const isNameByte = new Uint8Array(256)
const nameBytes = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:-'
for (const byte of Buffer.from(nameBytes)) isNameByte[byte] = 1
