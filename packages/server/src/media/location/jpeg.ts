import { cleanEmbedded } from './embedded.ts'
import { removeExifGps } from './exif.ts'
import { joined, partOf, type Region } from './region.ts'
import { removeXmpGps } from './xmp.ts'

/** More than any camera writes. */
const maxSegments = 10_000
const app1 = 0xe1
/** The image data follows; metadata is before it. */
const ends = new Set([0xda, 0xd9])

const exifName = 'Exif\0\0'
const xmpName = 'http://ns.adobe.com/xap/1.0/\0'
const extensionName = 'http://ns.adobe.com/xmp/extension/\0'
/** GUID, total length, offset. */
const extensionHead = 32 + 4 + 4

export async function cleanJpeg(file: Region): Promise<boolean> {
  let isChanged = false
  const extensions: { offset: number; data: Region }[] = []
  for await (const segment of segmentsOf(file)) {
    const name = (await segment.read(0, extensionName.length + extensionHead)).toString('latin1')
    const after = (start: number): Region => partOf(segment, start, segment.length - start)
    if (name.startsWith(exifName)) {
      if (await removeExifGps(after(exifName.length))) isChanged = true
    } else if (name.startsWith(xmpName)) {
      if (await removeXmpGps(after(xmpName.length))) isChanged = true
    } else if (name.startsWith(extensionName)) {
      const start = extensionName.length + extensionHead
      const offset = Buffer.from(name, 'latin1').readUInt32BE(start - 4)
      extensions.push({ offset, data: after(start) })
    }
  }
  // A property may begin in one segment and end in the next.
  const parts = extensions.toSorted((a, b) => a.offset - b.offset).map(({ data }) => data)
  if (parts.length > 0 && (await removeXmpGps(joined(parts)))) isChanged = true
  // Cameras append a second photo, or the video of a moving one.
  return (await cleanEmbedded(file)) || isChanged
}

/** The contents of the APP1 segments. */
async function* segmentsOf(file: Region): AsyncGenerator<Region> {
  for (let at = 2, left = maxSegments; left > 0; left--) {
    const head = await file.read(at, 4)
    if (head.length < 4 || head[0] !== 0xff) return
    const marker = head[1] ?? 0
    if (marker === 0xff) {
      // A fill byte.
      at++
      continue
    }
    const length = head.readUInt16BE(2)
    if (ends.has(marker) || length < 2) return
    if (marker === app1) yield partOf(file, at + 4, length - 2)
    at += 2 + length
  }
}
