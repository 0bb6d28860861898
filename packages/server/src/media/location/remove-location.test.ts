import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after as afterAll, before as beforeAll, describe, it } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { runs } from '../../testing/runs.ts'
import { sharp } from '../images.ts'
import { createSpool, type Spool } from '../spool.ts'
import { removeLocation } from './remove-location.ts'

const gps = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '35/1 41/1 2222/100',
  GPSLongitudeRef: 'E',
  GPSLongitude: '139/1 41/1 3333/100',
}
const exif = { IFD0: { Artist: 'Hana Morikawa', Orientation: '6' }, IFD3: gps }
const xmp = `<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
  xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="35,41.3703N"
  xmlns:dji="http://dji" dji:GpsLongitude='139.69' dc:creator="Hana">
  <exif:GPSLongitude>139,41.5555E</exif:GPSLongitude><exif:GPSAltitude rdf:resource="12.75m"/>
  <dc:title>About GPS</dc:title></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
const places = ['35,41.3703', '139.69', '139,41.5555', '12.75m']

describe('removing the place where a photo was taken', () => {
  let folder = ''
  let spool: Spool

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-location-'))
    spool = createSpool(folder)
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function* chunks(bytes: Buffer): AsyncIterable<Uint8Array> {
    yield bytes
    await Promise.resolve()
  }

  const cleaned = (bytes: Buffer): Promise<Buffer> =>
    spool.receive(chunks(bytes), async (file) => {
      const result = await removeLocation(file)
      const after = await readFile(result.path)
      assert.equal(after.length, bytes.length)
      const again = await spool.receive(chunks(after), (second) => Promise.resolve(second.sha256))
      assert.equal(result.sha256, again)
      assert.deepEqual(Buffer.from(result.head), after.subarray(0, result.head.length))
      return after
    })

  const base = () =>
    sharp({ create: { width: 24, height: 16, channels: 3, background: '#4080c0' } })
      .withIccProfile('p3')
      .withExif(exif)
      .withXmp(xmp)

  for (const format of ['jpeg', 'png', 'webp', 'avif', 'tiff'] as const) {
    it(`keeps everything else of a ${format} file`, async () => {
      const before = await base().toFormat(format).toBuffer()
      const hasGps = (bytes: Buffer): boolean => places.some((place) => bytes.includes(place))
      const was = format === 'tiff' ? undefined : await sharp(before).metadata()
      if (was) assert.ok(was.exif?.includes('Hana Morikawa'))
      const after = await cleaned(before)
      assert.notDeepEqual(after, before)
      assert.ok(!hasGps(after), 'XMP')
      assert.ok(!exifHasGps(after), 'EXIF')
      if (!was) return
      assert.ok(after.includes('Hana Morikawa'))
      const now = await sharp(after).metadata()
      assert.deepEqual(now.icc, was.icc)
      assert.equal(now.orientation, was.orientation)
      assert.equal(now.width, was.width)
      assert.ok(now.xmpAsString?.includes('dc:creator="Hana"'))
      assert.ok(now.xmpAsString?.includes('<dc:title>About GPS</dc:title>'))
      const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()
      assert.deepEqual(await pixels(after), await pixels(before))
    })
  }

  it('removes the GPS directory of a TIFF file', async () => {
    const { exif: block = Buffer.alloc(0) } = await sharp(await base().jpeg().toBuffer()).metadata()
    // EXIF data have the structure of a TIFF file, after six bytes.
    const tiff = block.subarray(6)
    assert.ok(exifHasGps(tiff))
    const after = await cleaned(tiff)
    assert.ok(!exifHasGps(after))
    assert.ok(after.includes('Hana Morikawa'))
    assert.deepEqual(await cleaned(after), after)
  })

  it('does not change a file without GPS data', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
      const bytes = await sharp({
        create: { width: 8, height: 8, channels: 3, background: '#fff' },
      })
        .withExif({ IFD0: { Artist: 'Hana' } })
        .toFormat(format)
        .toBuffer()
      assert.deepEqual(await cleaned(bytes), bytes, format)
    }
  })

  it('empties compressed XMP and raw profiles of a PNG file', async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const compressed = Buffer.concat([
      Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0', 'latin1'),
      deflateSync(xmp),
    ])
    const jpeg = await sharp(png).withExif(exif).jpeg().toBuffer()
    const profile = (await sharp(jpeg).metadata()).exif ?? Buffer.alloc(0)
    const hex = `\nexif\n${String(profile.length).padStart(8)}\n${profile.toString('hex')}\n`
    const raw = Buffer.concat([
      Buffer.from('Raw profile type exif\0\0', 'latin1'),
      deflateSync(hex),
    ])
    const withText = Buffer.concat([
      png.subarray(0, 33),
      chunkOf('iTXt', compressed),
      chunkOf('zTXt', raw),
      png.subarray(33),
    ])
    const after = await cleaned(withText)
    assert.ok(!after.includes(deflateSync(xmp).subarray(0, 40)))
    assert.ok(!after.includes(deflateSync(hex).subarray(0, 40)))
    assert.equal((await sharp(after).metadata()).width, 8)
  })

  it('accepts damaged files of any kind', async () => {
    const samples = await Promise.all(
      (['jpeg', 'png', 'webp', 'avif', 'tiff'] as const).map((format) =>
        base().toFormat(format).toBuffer(),
      ),
    )
    const damage = fc.array(fc.tuple(fc.nat(3000), fc.nat(255)), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...samples),
        damage,
        fc.nat(3000),
        async (bytes, all, end) => {
          const damaged = Buffer.from(bytes.subarray(0, Math.max(16, end)))
          for (const [at, value] of all) if (at < damaged.length && at > 12) damaged[at] = value
          await cleaned(damaged)
        },
      ),
      runs(400),
    )
  })
})

/** Coordinates as EXIF stores them: 35/1 41/1 in either byte order. */
function exifHasGps(bytes: Buffer): boolean {
  const rational = (isLittle: boolean): Buffer => {
    const found = Buffer.alloc(16)
    for (const [index, value] of [35, 1, 41, 1].entries()) {
      if (isLittle) found.writeUInt32LE(value, index * 4)
      else found.writeUInt32BE(value, index * 4)
    }
    return found
  }
  return bytes.includes(rational(true)) || bytes.includes(rational(false))
}

function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
