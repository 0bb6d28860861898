/** Boxes of ISO base media files and QuickTime (ISO 14496-12), read without loading their contents. */
import { partOf, type Region } from './region.ts'

/** A long video in fragments has several thousand. */
const maxBoxes = 20_000

export interface Box {
  type: string
  /** Position of the type in the region. */
  typeAt: number
  /** Position of the content in the region. */
  at: number
  content: Region
}

export async function* boxesOf(region: Region, start = 0): AsyncGenerator<Box> {
  for (let at = start, left = maxBoxes; left > 0; left--) {
    const head = await region.read(at, 16)
    if (head.length < 8) return
    const short = head.readUInt32BE(0)
    const isLong = short === 1 && head.length === 16
    const length = isLong ? Number(head.readBigUInt64BE(8)) : short || region.length - at
    const headBytes = isLong ? 16 : 8
    if (length < headBytes) return
    const content = partOf(region, at + headBytes, length - headBytes)
    yield { type: head.toString('latin1', 4, 8), typeAt: at + 4, at: at + headBytes, content }
    at += length
  }
}
