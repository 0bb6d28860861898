/** MP4, QuickTime and 3GP: the place is in user data, in named metadata, or in XMP. */
import { boxesOf, type Box } from './boxes.ts'
import { partOf, type Region } from './region.ts'
import { removeXmpGps } from './xmp.ts'

/** `mpvd` is the video of a moving photo. */
const containers = new Set(['mpvd', 'moov', 'trak', 'udta'])
const maxLevels = 4
/** Coordinates as text (QuickTime, Android), and the location of 3GPP. */
const places = new Set(['\xa9xyz', 'loci'])
const xmpUuid = 'be7acfcb97a942e89c71999491e3afac'
const maxKeys = 1_000
const maxKeyBytes = 1_024

export function cleanMovie(file: Region): Promise<boolean> {
  return cleanBoxes(file, maxLevels)
}

/** `levels` is how deep containers are nested. */
async function cleanBoxes(region: Region, levels: number): Promise<boolean> {
  let isChanged = false
  for await (const box of boxesOf(region)) {
    if (await cleanBox(region, box, levels)) isChanged = true
  }
  return isChanged
}

async function cleanBox(region: Region, box: Box, levels: number): Promise<boolean> {
  const { type, content } = box
  if (places.has(type)) return eraseBox(region, box)
  if (containers.has(type)) return levels > 0 && cleanBoxes(content, levels - 1)
  if (type === 'meta') return cleanMeta(content)
  if (type === 'XMP_') return removeXmpGps(content)
  if (type !== 'uuid') return false
  const isXmp = (await content.read(0, 16)).toString('hex') === xmpUuid
  return isXmp && removeXmpGps(partOf(content, 16, content.length - 16))
}

/** A list of keys, and a list of items whose types are positions in it, or names as in iTunes. */
async function cleanMeta(meta: Region): Promise<boolean> {
  // QuickTime has no version before the boxes.
  const start = (await meta.read(4, 4)).toString('latin1') === 'hdlr' ? 0 : 4
  const parts = new Map<string, Region>()
  for await (const { type, content } of boxesOf(meta, start)) parts.set(type, content)
  const [keys, items] = [parts.get('keys'), parts.get('ilst')]
  if (!items) return false
  const positions = keys ? await placeKeys(keys) : new Set<number>()
  let isChanged = false
  for await (const item of boxesOf(items)) {
    const position = Buffer.from(item.type, 'latin1').readUInt32BE(0)
    if (!positions.has(position) && !places.has(item.type)) continue
    await eraseBox(items, item)
    isChanged = true
  }
  return isChanged
}

/** The positions of keys such as `com.apple.quicktime.location.ISO6709`, counted from 1. */
async function placeKeys(keys: Region): Promise<Set<number>> {
  const found = new Set<number>()
  for (let at = 8, position = 1; position <= maxKeys; position++) {
    const head = await keys.read(at, 8)
    if (head.length < 8) break
    const length = head.readUInt32BE(0)
    if (length < 8) break
    const name = await keys.read(at + 8, Math.min(maxKeyBytes, length - 8))
    if (/location|gps/i.test(name.toString('latin1'))) found.add(position)
    at += length
  }
  return found
}

const stepBytes = 65_536

/** Readers skip a box of the type `free`. */
async function eraseBox(region: Region, { typeAt, content }: Box): Promise<boolean> {
  await region.write(typeAt, Buffer.from('free'))
  for (let at = 0; at < content.length; at += stepBytes) {
    await content.write(at, Buffer.alloc(Math.min(stepBytes, content.length - at)))
  }
  return true
}
