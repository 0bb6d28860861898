import type { FileHandle } from 'node:fs/promises'

/** A part of a file, or several parts as one. Changes keep its length, so that no offset of the file changes. */
export interface Region {
  readonly length: number
  /** Shorter at the end of the region. */
  read(at: number, length: number): Promise<Buffer>
  write(at: number, bytes: Uint8Array): Promise<void>
}

export function fileRegion(file: FileHandle, length: number): Region {
  return {
    length,
    async read(at, wanted) {
      const bytes = Buffer.alloc(Math.max(0, Math.min(wanted, length - at)))
      let done = 0
      while (done < bytes.length) {
        const { bytesRead } = await file.read(bytes, done, bytes.length - done, at + done)
        if (bytesRead === 0) break
        done += bytesRead
      }
      return bytes.subarray(0, done)
    },
    async write(at, bytes) {
      const end = Math.min(bytes.length, length - at)
      for (let done = 0; done < end;) {
        const { bytesWritten } = await file.write(bytes, done, end - done, at + done)
        done += bytesWritten
      }
    },
  }
}

/** Bytes per call, in addition to those that are read or written. */
const costOfCall = 64
/** More than any real file needs, besides four times its length. */
const fewBytes = 16 * 1024 * 1024

/** Throws after too much work: a file may refer to the same bytes any number of times. */
export function boundedRegion(region: Region): Region {
  const { length } = region
  let left = 4 * length + fewBytes
  const spend = (at: number, bytes: number): void => {
    left -= costOfCall + Math.max(0, Math.min(bytes, length - at))
    if (left < 0) throw new Error('the metadata of the file are too complex')
  }
  return {
    length,
    async read(at, wanted) {
      spend(at, wanted)
      return region.read(at, wanted)
    },
    async write(at, bytes) {
      spend(at, bytes.length)
      return region.write(at, bytes)
    },
  }
}

export function partOf(region: Region, start: number, length: number): Region {
  const own = Math.max(0, Math.min(length, region.length - start))
  return {
    length: own,
    read: (at, wanted) => region.read(start + at, Math.max(0, Math.min(wanted, own - at))),
    write: (at, bytes) => region.write(start + at, bytes.subarray(0, Math.max(0, own - at))),
  }
}

export function joined(parts: readonly Region[]): Region {
  const length = parts.reduce((sum, part) => sum + part.length, 0)

  /** The pieces of the parts between two positions. */
  function* pieces(at: number, wanted: number) {
    const end = Math.min(length, at + wanted)
    let start = 0
    for (const part of parts) {
      const from = Math.max(at, start)
      const to = Math.min(end, start + part.length)
      if (from < to) yield { part, at: from - start, from: from - at, length: to - from }
      start += part.length
    }
  }

  return {
    length,
    async read(at, wanted) {
      const found: Buffer[] = []
      for (const piece of pieces(at, wanted)) {
        found.push(await piece.part.read(piece.at, piece.length))
      }
      return Buffer.concat(found)
    },
    async write(at, bytes) {
      for (const { part, at: inside, from, length: own } of pieces(at, bytes.length)) {
        await part.write(inside, bytes.subarray(from, from + own))
      }
    },
  }
}
