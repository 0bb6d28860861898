import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../testing/runs.ts'
import { sharp } from '../images.ts'
import { cleanerOf } from './remove-location.ts'
import type { Region } from './region.ts'

const place = '+35.6895+139.6917+040.000/'

/** A region over a copy of the bytes. */
function regionOf(bytes: Buffer): Region & { bytes: Buffer } {
  const copy = Buffer.from(bytes)
  return {
    bytes: copy,
    length: copy.length,
    read: (at, length) =>
      Promise.resolve(Buffer.from(copy.subarray(Math.max(0, at), Math.max(0, at + length)))),
    write(at, part) {
      copy.set(part.subarray(0, Math.max(0, copy.length - at)), at)
      return Promise.resolve()
    },
  }
}

async function cleaned(bytes: Buffer): Promise<Buffer> {
  const region = regionOf(bytes)
  const isChanged = await cleanerOf(bytes.subarray(0, 4096))?.(region)
  assert.equal(isChanged ?? false, !region.bytes.equals(bytes))
  return region.bytes
}

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function box(type: string, ...contents: (string | Buffer)[]): Buffer {
  const content = Buffer.concat(
    contents.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  )
  return Buffer.concat([number(content.length + 8), Buffer.from(type, 'latin1'), content])
}

const longBox = (type: string, content: Buffer): Buffer =>
  Buffer.concat([number(1), Buffer.from(type), number(0), number(content.length + 16), content])

/** Erased: a free box with zeros. */
const erased = (bytes: Buffer): Buffer => box('free', Buffer.alloc(bytes.length - 8))

const keys = [
  'com.apple.quicktime.make',
  'com.apple.quicktime.location.ISO6709',
  'com.apple.quicktime.location.accuracy.horizontal',
]
const item = (position: number, value: string): Buffer =>
  Buffer.concat([
    number(24 + value.length),
    number(position),
    box('data', number(1), number(0), value),
  ])
const namedMeta = (isFull: boolean, items: Buffer[]): Buffer =>
  box(
    'meta',
    isFull ? number(0) : '',
    box('hdlr', Buffer.alloc(24)),
    box('keys', number(0), number(keys.length), ...keys.map((key) => box('mdta', key))),
    box('ilst', ...items),
  )
const xmpOf = (property: string): string =>
  `<x:xmpmeta><rdf:RDF><rdf:Description ${property} dc:title="GPS"/></rdf:RDF></x:xmpmeta>`
const gpsProperty = 'exif:GPSLatitude="35,41.3703N"'
const xmp = (property = gpsProperty): string => xmpOf(property)
const cleanXmp = xmpOf(' '.repeat(gpsProperty.length))
const uuid = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')

/** A movie with the place in every part that has one. */
function movie(brand: string, isFull: boolean, erase: (bytes: Buffer) => Buffer, xml: string) {
  const media = Buffer.from(`media data ${place}`)
  return Buffer.concat([
    box('ftyp', brand, number(512), brand),
    longBox('mdat', media),
    box(
      'moov',
      box('mvhd', Buffer.alloc(100, 1)),
      box('trak', box('tkhd', 'x'), box('udta', erase(box('loci', number(0), 'Tokyo')))),
      box('udta', box('\xa9nam', 'Title'), erase(box('\xa9xyz', place)), box('XMP_', xml)),
      namedMeta(isFull, [item(1, 'Apple'), erase(item(2, place)), erase(item(3, '4.7'))]),
    ),
    box('uuid', uuid, xml),
  ])
}
const same = (bytes: Buffer): Buffer => bytes

describe('the place where a video was taken', () => {
  for (const [brand, isFull] of [
    ['qt  ', false],
    ['isom', true],
    ['3gp5', true],
  ] as const) {
    it(`is erased from a file of the brand ${brand}, and nothing else`, async () => {
      const before = movie(brand, isFull, same, xmp())
      const after = await cleaned(before)
      assert.deepEqual(
        after.toString('latin1'),
        movie(brand, isFull, erased, cleanXmp).toString('latin1'),
      )
      assert.deepEqual(await cleaned(after), after)
    })
  }

  it('is erased from a QuickTime file without a brand', async () => {
    const before = Buffer.concat([box('wide'), box('moov', box('udta', box('\xa9xyz', place)))])
    assert.ok(!(await cleaned(before)).includes(place))
  })

  it('is erased from the video and the photo that a camera appends to a JPEG', async () => {
    const image = sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    const gps = { GPSLatitude: '35/1 41/1 2222/100', GPSLatitudeRef: 'N' }
    const photo = await image.clone().withExif({ IFD3: gps }).jpeg().toBuffer()
    const plain = await image.jpeg().toBuffer()
    const video = movie('mp42', true, same, xmp())
    const after = await cleaned(Buffer.concat([plain, photo, video]))
    const last = Buffer.concat([plain, await cleaned(photo), movie('mp42', true, erased, cleanXmp)])
    assert.deepEqual(after, last)
    assert.notDeepEqual(await cleaned(photo), photo)
  })

  it('is erased from the video of a moving HEIC photo', async () => {
    const ftyp = box('ftyp', 'heic', number(0), 'mif1')
    const photo = (erase: (bytes: Buffer) => Buffer, xml: string) =>
      Buffer.concat([ftyp, box('mpvd', movie('isom', true, erase, xml))])
    assert.deepEqual(await cleaned(photo(same, xmp())), photo(erased, cleanXmp))
  })
})

describe('the place in XMP', () => {
  for (const [name, head] of [
    ['GIF', 'GIF89a\x01\0\x01\0\0\0\0!\xff\x0bXMP DataXMP'],
    ['PDF', '%PDF-1.7\n1 0 obj <</Type /Metadata /Subtype /XML>> stream\n'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><metadata>'],
  ] as const) {
    it(`is erased from a ${name} file, also where a window of the search ends`, async () => {
      for (const before of [0, 1024 * 1024 - head.length - 20]) {
        const file = (xml: string) =>
          Buffer.from(`${head}${' '.repeat(before)}${xml}\xff\xfe\xfd`, 'latin1')
        assert.deepEqual(await cleaned(file(xmp())), file(cleanXmp))
      }
    })
  }
})

it('accepts damaged videos', async () => {
  const sample = movie('isom', true, same, xmp())
  const damage = fc.array(fc.tuple(fc.nat(sample.length), fc.nat(255)), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(damage, fc.nat(sample.length), async (all, end) => {
      const damaged = Buffer.from(sample.subarray(0, Math.max(16, end)))
      for (const [at, value] of all) if (at < damaged.length && at > 12) damaged[at] = value
      const region = regionOf(damaged)
      await cleanerOf(damaged)?.(region)
      assert.equal(region.bytes.length, damaged.length)
    }),
    runs(300),
  )
})
