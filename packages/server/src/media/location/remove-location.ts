/** Removes the place where a photo or a video was taken from a file, without encoding it again. */
import { open } from 'node:fs/promises'
import type { ContentContext } from '../../content/context.ts'
import { digestOf } from '../file-digest.ts'
import { typeOf } from '../media-type.ts'
import type { SpooledFile } from '../spool.ts'
import { cleanEmbedded } from './embedded.ts'
import { removeExifGps } from './exif.ts'
import { cleanHeif } from './heif.ts'
import { cleanJpeg } from './jpeg.ts'
import { cleanMovie } from './movie.ts'
import { cleanPng } from './png.ts'
import { boundedRegion, fileRegion, type Region } from './region.ts'
import { cleanWebp } from './webp.ts'

type Clean = (file: Region) => Promise<boolean>

const cleaners: Readonly<Record<string, Clean>> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
  'image/heic': cleanHeif,
  'image/avif': cleanHeif,
  'image/gif': cleanEmbedded,
  'image/svg+xml': cleanEmbedded,
  'application/pdf': cleanEmbedded,
}
/** First boxes of ISO base media files, and of QuickTime files from before that format. */
const movieBoxes = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip']

/** The file as its space wants it: without GPS data, unless the settings keep it. */
export async function asSpaceStores(
  { store, schemas }: Pick<ContentContext, 'store' | 'schemas'>,
  rootId: number,
  file: SpooledFile,
): Promise<SpooledFile> {
  const { root } = await store.read((tx) => schemas.in(tx, rootId))
  return root.settings.keepsLocation ? file : removeLocation(file)
}

/** Changes the file on disk; the length stays the same. */
export async function removeLocation(spooled: SpooledFile): Promise<SpooledFile> {
  const clean = cleanerOf(spooled.head)
  if (!clean) return spooled
  const file = await open(spooled.path, 'r+')
  try {
    const region = fileRegion(file, spooled.bytes)
    // A damaged file may end in the middle of a value that was already overwritten.
    const isChanged = await clean(boundedRegion(region)).catch(() => true)
    if (!isChanged) return spooled
    const head = await region.read(0, spooled.head.length)
    return { ...spooled, head, sha256: await digestOf(spooled.path) }
  } finally {
    await file.close()
  }
}

export function cleanerOf(head: Uint8Array): Clean | undefined {
  const start = Buffer.from(head.subarray(0, 4)).toString('latin1')
  // Also raw formats of cameras, which are TIFF files.
  if (start === 'II*\0' || start === 'MM\0*') return removeExifGps
  const clean = cleaners[typeOf(head)]
  const box = Buffer.from(head.subarray(4, 8)).toString('latin1')
  return clean ?? (movieBoxes.includes(box) ? cleanMovie : undefined)
}
