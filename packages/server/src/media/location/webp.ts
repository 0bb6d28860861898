import { removeExifGps } from './exif.ts'
import { partOf, type Region } from './region.ts'
import { removeXmpGps } from './xmp.ts'

/** An animation has a chunk for each frame. */
const maxChunks = 100_000
const exifName = 'Exif\0\0'

export async function cleanWebp(file: Region): Promise<boolean> {
  let isChanged = false
  for (let at = 12, left = maxChunks; left > 0; left--) {
    const head = await file.read(at, 8)
    if (head.length < 8) break
    const type = head.toString('latin1', 0, 4)
    const length = head.readUInt32LE(4)
    const data = partOf(file, at + 8, length)
    if (type === 'EXIF') {
      const start = await data.read(0, exifName.length)
      const skipped = start.toString('latin1') === exifName ? exifName.length : 0
      if (await removeExifGps(partOf(data, skipped, data.length - skipped))) isChanged = true
    }
    if (type === 'XMP ' && (await removeXmpGps(data))) isChanged = true
    at += 8 + length + (length % 2)
  }
  return isChanged
}
