import type { MediaRecord } from '../store/records.ts'

/** A record of an image without a file, in the first root and its first space by default. */
export function sampleMedia(record: Pick<MediaRecord, 'id'> & Partial<MediaRecord>): MediaRecord {
  return {
    rootId: 1,
    spaceId: 1,
    filename: 'a.png',
    type: 'image/png',
    bytes: 1,
    width: 1,
    height: 1,
    sha256: 'ab',
    createdAt: 1,
    archivedAt: null,
    deletedAt: null,
    alts: new Map(),
    ...record,
  }
}
