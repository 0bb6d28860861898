/** Removes GPS data from EXIF data and TIFF files (TIFF 6.0, EXIF 2.32). */
import { partOf, type Region } from './region.ts'
import { removeXmpGps } from './xmp.ts'

const gpsTag = 0x8825
/** XMP in TIFF files. */
const xmpTag = 700
/** More than any camera writes. */
const maxDirectories = 16
const maxEntries = 1_024
const maxValueBytes = 65_536

/** Bytes of a value, by type. */
const sizes: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
}
const entryBytes = 12

/** Returns whether there was one. */
export async function removeExifGps(tiff: Region): Promise<boolean> {
  const head = await tiff.read(0, 8)
  const order = head.toString('latin1', 0, 2)
  if (head.length < 8 || (order !== 'II' && order !== 'MM')) return false
  const numbers = numbersIn(order === 'II')
  if (numbers.short(head, 2) !== 42) return false
  let isChanged = false
  let at = numbers.long(head, 4)
  for (let left = maxDirectories; at > 0 && left > 0; left--) {
    const directory = await readDirectory(tiff, at, numbers)
    if (!directory) break
    for (const entry of directory.entries) {
      if (numbers.short(entry, 0) !== xmpTag) continue
      const xmp = partOf(tiff, numbers.long(entry, 8), numbers.long(entry, 4))
      if (await removeXmpGps(xmp)) isChanged = true
    }
    const gps = directory.entries.filter((entry) => numbers.short(entry, 0) === gpsTag)
    for (const entry of gps) await eraseDirectory(tiff, numbers.long(entry, 8), numbers)
    if (gps.length > 0) {
      const others = directory.entries.filter((entry) => !gps.includes(entry))
      const gap = Buffer.alloc(gps.length * entryBytes)
      const bytes = [numbers.shortBytes(others.length), ...others, directory.next, gap]
      await tiff.write(at, Buffer.concat(bytes))
      isChanged = true
    }
    at = numbers.long(directory.next, 0)
  }
  return isChanged
}

interface Numbers {
  short(bytes: Buffer, at: number): number
  long(bytes: Buffer, at: number): number
  shortBytes(value: number): Buffer
}

function numbersIn(isLittle: boolean): Numbers {
  return {
    short: (bytes, at) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)),
    long: (bytes, at) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)),
    shortBytes(value) {
      const bytes = Buffer.alloc(2)
      if (isLittle) bytes.writeUInt16LE(value)
      else bytes.writeUInt16BE(value)
      return bytes
    },
  }
}

interface Directory {
  entries: Buffer[]
  /** The position of the next directory. */
  next: Buffer
}

async function readDirectory(
  tiff: Region,
  at: number,
  numbers: Numbers,
): Promise<Directory | undefined> {
  const head = await tiff.read(at, 2)
  if (head.length < 2) return undefined
  const count = numbers.short(head, 0)
  if (count > maxEntries) return undefined
  const bytes = await tiff.read(at + 2, count * entryBytes + 4)
  if (bytes.length < count * entryBytes) return undefined
  const entries = Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * entryBytes, (index + 1) * entryBytes),
  )
  // The last directory may end without a position.
  const next = Buffer.alloc(4)
  bytes.copy(next, 0, count * entryBytes)
  return { entries, next }
}

/** Overwrites the directory and the values that it refers to. */
async function eraseDirectory(tiff: Region, at: number, numbers: Numbers): Promise<void> {
  const directory = await readDirectory(tiff, at, numbers)
  if (!directory) return
  for (const entry of directory.entries) {
    const bytes = (sizes[numbers.short(entry, 2)] ?? 0) * numbers.long(entry, 4)
    if (bytes <= 4 || bytes > maxValueBytes) continue
    await erase(tiff, numbers.long(entry, 8), bytes)
  }
  await erase(tiff, at, 2 + directory.entries.length * entryBytes + 4)
}

async function erase(tiff: Region, at: number, length: number): Promise<void> {
  const bytes = Math.min(length, tiff.length - at)
  if (bytes > 0) await tiff.write(at, Buffer.alloc(bytes))
}
