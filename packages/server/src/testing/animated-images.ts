/** Small files that decode to many large frames. */
import { sharp } from '../media/images.ts'

/** A GIF whose frames each cover one pixel of a large canvas. */
export function animatedGif(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.alloc(13)
  screen.write('GIF89a', 'latin1')
  screen.writeUInt16LE(width, 6)
  screen.writeUInt16LE(height, 8)
  // Two colours for all frames.
  screen[10] = 0x80
  const colours = Buffer.from([0, 0, 0, 255, 255, 255])
  const control = Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0])
  const onePixel = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  const all = Array.from({ length: frames }, () => [control, onePixel]).flat()
  return Buffer.concat([screen, colours, ...all, Buffer.from([0x3b])])
}

/** The same as an animated WebP. */
export async function animatedWebp(width: number, height: number, frames: number): Promise<Buffer> {
  const pixel = { width: 1, height: 1, channels: 3 as const, background: '#08f' }
  const still = await sharp({ create: pixel }).webp({ lossless: true }).toBuffer()
  const image = still.subarray(12)
  const extended = Buffer.alloc(10)
  // The animation flag.
  extended[0] = 0x02
  extended.writeUIntLE(width - 1, 4, 3)
  extended.writeUIntLE(height - 1, 7, 3)
  const frame = Buffer.alloc(16)
  frame[12] = 100
  const chunks = [
    chunk('VP8X', extended),
    chunk('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => chunk('ANMF', Buffer.concat([frame, image]))),
  ]
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]))
}

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
