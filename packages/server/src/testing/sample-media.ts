import type { MediaPreview, MediaRecord } from '../store/records.ts'

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
    sha256: '0'.repeat(64),
    folder: '',
    focus: null,
    createdAt: 1,
    archivedAt: null,
    deletedAt: null,
    alts: new Map(),
    tags: [],
    ...record,
  }
}

/** The preview of the images of a generated world. */
export const samplePreview: MediaPreview = {
  placeholder: 'data:image/webp;base64,AAAA',
  thumbhash: 'AAAA',
  color: '#102030',
}
