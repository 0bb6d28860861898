import type { Readable } from 'node:stream'

/** A file on the local disk whose checksum is known. */
export interface LocalFile {
  readonly path: string
  readonly sha256: string
  readonly bytes: number
}

/** Both ends included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Something that a writer which is gone left behind. */
export interface Unfinished {
  readonly name: string
  remove(): Promise<void>
}

/** Where the bytes of media lie, by the SHA-256 of what they are: the same bytes lie there once. */
export interface MediaStorage {
  /** Keeps the bytes for good and says under which name. */
  add(bytes: Uint8Array): Promise<string>
  /** Keeps a file for good, whole or not at all. The given one stays where it is. */
  addFile(file: LocalFile): Promise<void>
  /** The bytes, or a part of them. Rejects with MissingFile where there are none. */
  read(sha256: string, range?: ByteRange): Promise<Readable>
  /** How many bytes there are; undefined where there is no such file. */
  sizeOf(sha256: string): Promise<number | undefined>
  /** Takes it away; it need not be there. */
  remove(sha256: string): Promise<void>
  /** The names of all that is kept. */
  list(): AsyncIterable<string>
  unfinished(): AsyncIterable<Unfinished>
}

export class MissingFile extends Error {
  constructor(sha256: string, options?: ErrorOptions) {
    super(`there is no media file ${sha256}`, options)
    this.name = 'MissingFile'
  }
}

export const fileNamePattern = /^[0-9a-f]{64}$/
