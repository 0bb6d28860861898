/**
 * The stored form of a text: compressed with Zstandard, as Base64. With another text as the dictionary, only
 * the differences take space. '' means that both are equal.
 */
import { promisify } from 'node:util'
import {
  constants,
  zstdCompress,
  zstdCompressSync,
  zstdDecompress,
  zstdDecompressSync,
  type ZstdOptions,
} from 'node:zlib'

/** Higher levels take twice the time, and do not save much next to a dictionary. */
const fastest = { [constants.ZSTD_c_compressionLevel]: 1 }

/** Longer texts are compressed in another thread. */
const longestHere = 64 * 1024

const compressElsewhere = promisify<Buffer, ZstdOptions, Buffer>(zstdCompress)
const decompressElsewhere = promisify<Buffer, ZstdOptions, Buffer>(zstdDecompress)

export async function compressText(text: string, like?: string): Promise<string> {
  if (text === like) return ''
  const bytes = Buffer.from(text)
  const options = { ...dictionaryOf(like), params: fastest, pledgedSrcSize: bytes.length }
  const isShort = text.length + (like?.length ?? 0) <= longestHere
  const compressed = isShort
    ? zstdCompressSync(bytes, options)
    : await compressElsewhere(bytes, options)
  return compressed.toString('base64')
}

export async function decompressText(data: string, like?: string): Promise<string> {
  if (data === '') return like ?? ''
  const bytes = Buffer.from(data, 'base64')
  const options = dictionaryOf(like)
  const isShort = data.length + (like?.length ?? 0) <= longestHere
  const text = isShort
    ? zstdDecompressSync(bytes, options)
    : await decompressElsewhere(bytes, options)
  return text.toString()
}

function dictionaryOf(text: string | undefined): ZstdOptions {
  return text === undefined ? {} : { dictionary: Buffer.from(text) }
}
