/** Files that refer to the same bytes many times, or whose texts take long to examine. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import { pngOf } from '../../testing/png.ts'
import { removeExifGps } from './exif.ts'
import { cleanHeif } from './heif.ts'
import { cleanPng } from './png.ts'
import { boundedRegion, type Region } from './region.ts'
import { removeXmpGps } from './xmp.ts'

interface Counted extends Region {
  /** Bytes that were read and written. */
  work(): number
}

function counted(bytes: Buffer): Counted {
  let work = 0
  return {
    length: bytes.length,
    work: () => work,
    async read(at, length) {
      const part = bytes.subarray(at, Math.max(at, Math.min(at + length, bytes.length)))
      work += part.length
      return Buffer.from(part)
    },
    async write(at, changed) {
      work += changed.length
      bytes.set(changed.subarray(0, Math.max(0, bytes.length - at)), at)
    },
  }
}

const mebibyte = 1024 * 1024
const filled = (part: string, length: number): Buffer => Buffer.alloc(length, part)

function chunkOf(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
}

describe('metadata that take long to examine', () => {
  it('are overwritten as a whole if they have too many GPS properties', async () => {
    for (const part of [
      ' a:GPS',
      '<a:GPS>',
      '<a:gps/>',
      ' a:Gps="',
      'GPS',
      ' a:GPS="1"',
      ':GPS ',
    ]) {
      const bytes = filled(part, 2 * mebibyte)
      const file = counted(bytes)
      const isChanged = await removeXmpGps(file)
      assert.ok(file.work() <= 3 * bytes.length, `${part}: ${file.work()} bytes`)
      if (isChanged) assert.ok(bytes.equals(filled(' ', bytes.length)), part)
    }
  })

  it('may be long and distant from each other', async () => {
    const bytes = filled('x', 4 * mebibyte)
    const places = [0, 256 * 1024 - 12, 512 * 1024 - 30, 3 * mebibyte]
    for (const at of places) bytes.write(' exif:GPSLatitude="35,41N" ', at)
    assert.ok(await removeXmpGps(counted(bytes)))
    assert.ok(!bytes.includes('GPS') && !bytes.includes('35,41N'))
    assert.equal(bytes.filter((byte) => byte === 0x20).length, places.length * 27)
  })

  it('are decompressed up to a limit', async () => {
    const profile = deflateSync(filled('a', mebibyte - 1).fill('z', mebibyte - 2))
    const text = Buffer.concat([Buffer.from('Raw profile type exif\0\0'), profile])
    const texts = Array.from({ length: 2_000 }, () => chunkOf('zTXt', text))
    const png = pngOf(1, 1, deflateSync(Buffer.alloc(4)))
    const file = counted(Buffer.concat([png.subarray(0, 33), ...texts, png.subarray(33)]))
    assert.equal(await cleanPng(file), false)
  })

  it('do not repeat the same bytes without limit', async () => {
    const length = 4 * mebibyte
    const tiff = Buffer.alloc(length, 'x')
    tiff.write('II*\0', 'latin1')
    tiff.writeUInt32LE(8, 4)
    tiff.writeUInt16LE(1_024, 8)
    for (let entry = 0; entry < 1_024; entry++) {
      const at = 10 + entry * 12
      tiff.writeUInt16LE(700, at)
      tiff.writeUInt32LE(length, at + 4)
      tiff.writeUInt32LE(0, at + 8)
    }
    const file = counted(tiff)
    await assert.rejects(removeExifGps(boundedRegion(file)), /too complex/)
    assert.ok(file.work() <= 4 * length + 17 * mebibyte, `${file.work()} bytes`)
  })

  it('do not have any number of parts that take no bytes', async () => {
    const box = (type: string, ...content: Buffer[]): Buffer => {
      const inside = Buffer.concat(content)
      const head = Buffer.alloc(8)
      head.writeUInt32BE(8 + inside.length)
      head.write(type, 4)
      return Buffer.concat([head, inside])
    }
    const item = Buffer.from('0001ffffffff', 'hex')
    const locations = box(
      'iloc',
      Buffer.from('000000000000ffff', 'hex'),
      Buffer.alloc(600_000, item),
    )
    const entry = box('infe', Buffer.from('0200000000010000', 'hex'), Buffer.from('Exif\0'))
    const info = box('iinf', Buffer.from('000000000001', 'hex'), entry)
    const file = Buffer.concat([
      box('ftyp', Buffer.from('avif')),
      box('meta', Buffer.alloc(4), info, locations),
    ])
    assert.equal(await cleanHeif(counted(file)), false)
  })
})
