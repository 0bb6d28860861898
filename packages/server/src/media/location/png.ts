import { promisify } from 'node:util'
import { crc32, inflate, type ZlibOptions } from 'node:zlib'
import { removeExifGps } from './exif.ts'
import { partOf, type Region } from './region.ts'
import { hasXmpGps, removeXmpGps } from './xmp.ts'

/** More than any program writes. */
const maxChunks = 100_000
const maxTextBytes = 1024 * 1024
/** Of all compressed texts of a file, after decompression. */
const maxInflatedBytes = 8 * maxTextBytes
const signatureBytes = 8
const xmpKeyword = 'XML:com.adobe.xmp'

interface Chunk {
  at: number
  type: string
  data: Region
}

export async function cleanPng(file: Region): Promise<boolean> {
  let isChanged = false
  const inflated = createInflater()
  for await (const chunk of chunksOf(file)) {
    if (!(await cleanChunk(file, chunk, inflated))) continue
    isChanged = true
    await writeChecksum(file, chunk)
  }
  return isChanged
}

async function cleanChunk(
  file: Region,
  { at, type, data }: Chunk,
  inflated: Inflater,
): Promise<boolean> {
  if (type === 'eXIf') return removeExifGps(data)
  const isText = type === 'iTXt' || type === 'zTXt' || type === 'tEXt'
  if (!isText || data.length > maxTextBytes) return false
  const bytes = await data.read(0, data.length)
  const keywordEnd = bytes.indexOf(0)
  const keyword = bytes.toString('latin1', 0, Math.max(0, keywordEnd))
  if (type === 'iTXt' && keyword === xmpKeyword)
    return cleanXmp(data, bytes, keywordEnd + 1, inflated)
  if (!keyword.startsWith('Raw profile type ')) return false
  // Written by ImageMagick: a profile as hexadecimal digits.
  const text = type === 'zTXt' ? await inflated(bytes.subarray(keywordEnd + 2)) : bytes
  if (!text || !hasGps(profileIn(text))) return false
  if (type === 'zTXt') await file.write(at + 4, Buffer.from('tEXt'))
  await data.write(keywordEnd + 1, Buffer.alloc(data.length - keywordEnd - 1, ' '))
  return true
}

/** `start` is after the keyword: a flag, the method, and two texts that end with NUL. */
async function cleanXmp(
  data: Region,
  bytes: Buffer,
  start: number,
  inflated: Inflater,
): Promise<boolean> {
  const isCompressed = bytes[start] === 1
  const languageEnd = bytes.indexOf(0, start + 2)
  const textStart = bytes.indexOf(0, languageEnd + 1) + 1
  if (languageEnd === -1 || textStart === 0) return false
  const text = partOf(data, textStart, data.length - textStart)
  if (!isCompressed) return removeXmpGps(text)
  const plain = await inflated(bytes.subarray(textStart))
  if (!plain || !hasXmpGps(plain)) return false
  // The text without these properties could be longer than before when it is compressed again.
  await data.write(start, Buffer.of(0))
  await text.write(0, Buffer.alloc(text.length, ' '))
  return true
}

/** Decompresses a text in another thread; undefined if it is damaged or too long. */
type Inflater = (bytes: Buffer) => Promise<Buffer | undefined>

function createInflater(): Inflater {
  let left = maxInflatedBytes
  return async (bytes) => {
    if (left <= 0) return undefined
    try {
      const text = await promisify<Buffer, ZlibOptions, Buffer>(inflate)(bytes, {
        maxOutputLength: maxTextBytes,
      })
      left -= text.length
      return text
    } catch {
      left -= maxTextBytes
      return undefined
    }
  }
}

/** Name, length and hexadecimal digits, in lines. */
function profileIn(text: Buffer): Buffer {
  let start = text.length
  while (start > 0 && isInDigits(text[start - 1] ?? 0)) start--
  const digits = text.toString('latin1', start).replaceAll(/[\s\0]/g, '')
  return Buffer.from(digits.replace(/^\d{1,9}(?=45786966)/, ''), 'hex')
}

/** Hexadecimal digits, spaces, line breaks and NUL. */
function isInDigits(byte: number): boolean {
  const isDigit = byte >= 0x30 && byte <= 0x39
  const letter = byte | 0x20
  const isBlank = byte === 0 || byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
  return isDigit || isBlank || (letter >= 0x61 && letter <= 0x66)
}

/** The tag of the GPS directory in either byte order, or an XMP property. */
function hasGps(profile: Buffer): boolean {
  const isExif = profile.includes(Buffer.of(0x88, 0x25)) || profile.includes(Buffer.of(0x25, 0x88))
  return isExif || hasXmpGps(profile)
}

async function* chunksOf(file: Region): AsyncGenerator<Chunk> {
  for (let at = signatureBytes, left = maxChunks; left > 0; left--) {
    const head = await file.read(at, 8)
    if (head.length < 8) return
    const length = head.readUInt32BE(0)
    const type = head.toString('latin1', 4, 8)
    if (type === 'IEND') return
    yield { at, type, data: partOf(file, at + 8, length) }
    at += 8 + length + 4
  }
}

/** Bytes that are read at once. */
const checksumBytes = 1024 * 1024

async function writeChecksum(file: Region, { at, data }: Chunk): Promise<void> {
  let sum = 0
  for (let from = at + 4, end = from + 4 + data.length; from < end; from += checksumBytes) {
    sum = crc32(await file.read(from, Math.min(checksumBytes, end - from)), sum)
  }
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(sum)
  await file.write(at + 8 + data.length, checksum)
}
