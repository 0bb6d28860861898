import { createReadStream } from 'node:fs'

export const maxLineBytes = 16 * 1024 * 1024

export interface TextLine {
  /** Starts at 1. */
  number: number
  text: string
  /** Set if the line cannot be read. */
  fault: string | undefined
}

const newline = 0x0a

/** Streams the lines of a file. Blank lines are counted and skipped. */
export async function* readLines(path: string): AsyncIterable<TextLine> {
  let number = 0
  let pieces: Buffer[] = []
  let length = 0
  const finish = (): TextLine | undefined => {
    number++
    const line = lineOf(number, pieces, length)
    pieces = []
    length = 0
    return line
  }
  const add = (piece: Buffer): void => {
    length += piece.length
    // Beyond the limit, only the length is counted.
    if (length <= maxLineBytes) pieces.push(piece)
  }
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) {
    let rest = chunk as Buffer
    for (let end = rest.indexOf(newline); end !== -1; end = rest.indexOf(newline)) {
      add(rest.subarray(0, end))
      rest = rest.subarray(end + 1)
      const line = finish()
      if (line) yield line
    }
    add(rest)
  }
  const line = length > 0 ? finish() : undefined
  if (line) yield line
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function lineOf(number: number, pieces: readonly Buffer[], length: number): TextLine | undefined {
  if (length > maxLineBytes) {
    return { number, text: '', fault: `is longer than ${maxLineBytes / 1024 / 1024} MB` }
  }
  const bytes = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
  try {
    const decoded = decoder.decode(bytes)
    const text = number === 1 ? decoded.replace(/^\uFEFF/, '') : decoded
    return text.trim() === '' ? undefined : { number, text, fault: undefined }
  } catch {
    return { number, text: '', fault: 'is not UTF-8' }
  }
}
