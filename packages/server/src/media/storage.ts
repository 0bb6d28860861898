import type { Readable } from 'node:stream'

/** A file on the local disk, with its checksum. */
export interface LocalFile {
  readonly path: string
  readonly sha256: string
  readonly bytes: number
}

/** Both ends are inclusive. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A file or an upload that a process started and did not finish. */
export interface Unfinished {
  readonly name: string
  remove(): Promise<void>
}

/** Stores media files by their SHA-256, so that equal files are stored once. */
export interface MediaStorage {
  /** Stores the bytes durably and returns their name. */
  add(bytes: Uint8Array): Promise<string>
  /** Stores a copy of the file durably and atomically. */
  addFile(file: LocalFile): Promise<void>
  /** The bytes, or a range of them. Rejects with MissingFile if the file does not exist. */
  read(sha256: string, range?: ByteRange): Promise<Readable>
  /** The size in bytes; undefined if the file does not exist. */
  sizeOf(sha256: string): Promise<number | undefined>
  /** Does nothing if the file does not exist. */
  remove(sha256: string): Promise<void>
  /** The names of all stored files. */
  list(): AsyncIterable<string>
  unfinished(): AsyncIterable<Unfinished>
}

export class MissingFile extends Error {
  constructor(sha256: string, options?: ErrorOptions) {
    super(`media file ${sha256} does not exist`, options)
    this.name = 'MissingFile'
  }
}

export const fileNamePattern = /^[0-9a-f]{64}$/
