/** HEIC and AVIF: metadata are items, whose bytes may be anywhere in the file (ISO 14496-12, 23008-12). */
import { boxesOf } from './boxes.ts'
import { removeExifGps } from './exif.ts'
import { cleanMovie } from './movie.ts'
import { joined, partOf, type Region } from './region.ts'
import { removeXmpGps } from './xmp.ts'

const maxMetaBytes = 4 * 1024 * 1024
const maxItems = 10_000
/** Of all items together. */
const maxExtents = 10_000

export async function cleanHeif(file: Region): Promise<boolean> {
  const isChanged = await cleanItems(file)
  // A sequence of images, or the video of a moving photo.
  return (await cleanMovie(file)) || isChanged
}

async function cleanItems(file: Region): Promise<boolean> {
  const meta = await metaOf(file)
  if (!meta) return false
  const boxes = new Map(loadedBoxes(meta.bytes, 4).map((box) => [box.type, box]))
  const [info, locations, inner] = [boxes.get('iinf'), boxes.get('iloc'), boxes.get('idat')]
  if (!info || !locations) return false
  const kinds = metadataItems(info.content)
  let isChanged = false
  for (const { id, method, extents } of locationsIn(locations.content)) {
    const kind = kinds.get(id)
    if (!kind || (method === 1 && !inner)) continue
    const start = method === 1 ? meta.at + (inner?.at ?? 0) : 0
    const item = joined(extents.map(({ at, length }) => partOf(file, start + at, length)))
    if (kind === 'xmp' ? await removeXmpGps(item) : await cleanExif(item)) isChanged = true
  }
  return isChanged
}

/** The item begins with the position of the TIFF header. */
async function cleanExif(item: Region): Promise<boolean> {
  const head = await item.read(0, 4)
  if (head.length < 4) return false
  const start = 4 + head.readUInt32BE(0)
  return removeExifGps(partOf(item, start, item.length - start))
}

async function metaOf(file: Region): Promise<{ at: number; bytes: Buffer } | undefined> {
  for await (const { type, at, content } of boxesOf(file)) {
    if (type !== 'meta' || content.length > maxMetaBytes) continue
    return { at, bytes: await content.read(0, content.length) }
  }
  return undefined
}

interface LoadedBox {
  type: string
  /** Position of the content. */
  at: number
  content: Buffer
}

function loadedBoxes(bytes: Buffer, start: number): LoadedBox[] {
  const found: LoadedBox[] = []
  for (let at = start; at + 8 <= bytes.length && found.length < maxItems;) {
    const length = bytes.readUInt32BE(at) || bytes.length - at
    if (length < 8) break
    const type = bytes.toString('latin1', at + 4, at + 8)
    found.push({ type, at: at + 8, content: bytes.subarray(at + 8, at + length) })
    at += length
  }
  return found
}

/** Reads numbers one after the other; past the end they are 0. */
function cursorOf(bytes: Buffer) {
  let at = 0
  const cursor = {
    isAtEnd: () => at >= bytes.length,
    number(size: number): number {
      const start = at
      at += size
      if (size === 0 || at > bytes.length) return 0
      // 6 bytes are enough for a position in a file.
      const used = Math.min(6, size)
      return bytes.readUIntBE(start + size - used, used)
    },
  }
  return cursor
}

function metadataItems(content: Buffer): Map<number, 'exif' | 'xmp'> {
  const kinds = new Map<number, 'exif' | 'xmp'>()
  const start = 4 + (content[0] === 0 ? 2 : 4)
  for (const { type, content: entry } of loadedBoxes(content, start)) {
    const version = entry[0] ?? 0
    if (type !== 'infe' || version < 2) continue
    const idBytes = version === 2 ? 2 : 4
    const cursor = cursorOf(entry.subarray(4))
    const id = cursor.number(idBytes)
    const typeAt = 4 + idBytes + 2
    const itemType = entry.toString('latin1', typeAt, typeAt + 4)
    if (itemType === 'Exif') kinds.set(id, 'exif')
    if (itemType === 'mime' && entry.includes('application/rdf+xml')) kinds.set(id, 'xmp')
  }
  return kinds
}

interface Location {
  id: number
  /** 0: positions in the file; 1: in the box `idat`. */
  method: number
  extents: { at: number; length: number }[]
}

function locationsIn(content: Buffer): Location[] {
  const version = content[0] ?? 0
  const cursor = cursorOf(content.subarray(4))
  const sizes = cursor.number(2)
  const [offsetSize, lengthSize] = [sizes >> 12, (sizes >> 8) & 15]
  const [baseSize, indexSize] = [(sizes >> 4) & 15, version === 0 ? 0 : sizes & 15]
  const count = Math.min(maxItems, cursor.number(version < 2 ? 2 : 4))
  const found: Location[] = []
  let extentsLeft = maxExtents
  for (let left = count; left > 0 && !cursor.isAtEnd(); left--) {
    const id = cursor.number(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : cursor.number(2) & 15
    cursor.number(2)
    const base = cursor.number(baseSize)
    const extents: Location['extents'] = []
    for (let more = cursor.number(2); more > 0 && !cursor.isAtEnd(); more--) {
      // An extent may take no bytes, so the end of the content is no limit.
      if (--extentsLeft < 0) return found
      cursor.number(indexSize)
      const offset = cursor.number(offsetSize)
      extents.push({ at: base + offset, length: cursor.number(lengthSize) })
    }
    found.push({ id, method, extents })
  }
  return found
}
