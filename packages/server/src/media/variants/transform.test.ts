import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import { sharp } from '../images.ts'
import { transform } from './transform.ts'
import type { Variant } from './variant.ts'

const maxPixels = 1_000_000
const red = { r: 250, g: 10, b: 10 }
const blue = { r: 10, g: 10, b: 250 }

const whole = (given: Partial<Variant>): Variant => ({
  width: 20,
  height: 10,
  isCropped: false,
  region: null,
  format: 'png',
  quality: null,
  ...given,
})

/** 40 × 20, red on the left and blue on the right. */
function twoColours() {
  const half = { create: { width: 20, height: 20, channels: 3 as const, background: blue } }
  return sharp({ create: { width: 40, height: 20, channels: 3, background: red } }).composite([
    { input: half, left: 20, top: 0 },
  ])
}

async function pixel(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const start = (y * info.width + x) * info.channels
  return [...data.subarray(start, start + 3)]
}

function assertNear(found: number[], { r, g, b }: typeof red, within = 12): void {
  const isNear = [r, g, b].every(
    (value, index) => Math.abs(value - (found[index] ?? 999)) <= within,
  )
  assert.ok(isNear, `${found.join(' ')} is not near ${r} ${g} ${b}`)
}

it('rotates by the EXIF orientation and removes metadata', async () => {
  const exif = { IFD0: { Copyright: 'secret place' } }
  const photo = await twoColours()
    .withExif(exif)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer()
  const before = await sharp(photo).metadata()
  assert.ok(before.exif && before.orientation === 6)
  const made = await transform(photo, whole({ width: 10, height: 20 }), maxPixels)
  const { width, height, exif: left, orientation } = await sharp(made).metadata()
  assert.deepEqual([width, height, left, orientation], [10, 20, undefined, undefined])
  assertNear(await pixel(made, 5, 2), red)
  assertNear(await pixel(made, 5, 17), blue)
  assert.ok(!made.includes('secret place'))
})

it('converts other colour spaces to sRGB and removes the profile', async () => {
  const p3 = await twoColours().withIccProfile('p3').png().toBuffer()
  assert.ok((await sharp(p3).metadata()).icc)
  const made = await transform(p3, whole({}), maxPixels)
  const { icc, space } = await sharp(made).metadata()
  assert.deepEqual([icc, space], [undefined, 'srgb'])
  assertNear(await pixel(made, 2, 5), red)
  const cmyk = await twoColours()
    .toColourspace('cmyk')
    .withIccProfile('cmyk')
    .jpeg({ quality: 100 })
    .toBuffer()
  assert.equal((await sharp(cmyk).metadata()).space, 'cmyk')
  const fromCmyk = await transform(cmyk, whole({ format: 'webp', quality: 100 }), maxPixels)
  assert.equal((await sharp(fromCmyk).metadata()).space, 'srgb')
  const [r = 0, , b = 255] = await pixel(fromCmyk, 2, 5)
  assert.ok(r > 200 && b < 80, `${r} ${b}`)
})

it('writes every format, and fills transparent areas for formats without transparency', async () => {
  const background = { ...red, alpha: 0 }
  const clear = await sharp({ create: { width: 40, height: 20, channels: 4, background } })
    .png()
    .toBuffer()
  for (const format of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
    const quality = format === 'png' || format === 'gif' ? null : 60
    const made = await transform(clear, whole({ format, quality }), maxPixels)
    const { width, height, hasAlpha, format: found, compression } = await sharp(made).metadata()
    assert.deepEqual([width, height, hasAlpha], [20, 10, format !== 'jpeg'], format)
    assert.equal(found === 'heif' ? compression : found, format === 'avif' ? 'av1' : format)
    if (format === 'jpeg') assertNear(await pixel(made, 5, 5), { r: 255, g: 255, b: 255 })
  }
})

it('crops from the centre', async () => {
  const photo = await twoColours().png().toBuffer()
  const made = await transform(photo, whole({ width: 20, height: 20, isCropped: true }), maxPixels)
  assertNear(await pixel(made, 1, 10), red)
  assertNear(await pixel(made, 18, 10), blue)
})

it('keeps animations if the format supports them', async () => {
  const frames = await Promise.all(
    [red, blue, red].map((background) =>
      sharp({ create: { width: 40, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const loop = { delay: [100, 200, 300], loop: 2 }
  const gif = await sharp(frames, { join: { animated: true } })
    .gif(loop)
    .toBuffer()
  assert.equal((await sharp(gif).metadata()).pages, 3)
  for (const format of ['webp', 'gif'] as const) {
    const made = await transform(gif, whole({ format }), maxPixels)
    const {
      pages,
      pageHeight,
      width,
      delay,
      loop: times,
    } = await sharp(made, { animated: true }).metadata()
    assert.deepEqual(
      [pages, width, pageHeight, delay, times],
      [3, 20, 10, [100, 200, 300], 2],
      format,
    )
  }
  const still = await transform(gif, whole({ format: 'jpeg', quality: 90 }), maxPixels)
  assert.equal((await sharp(still).metadata()).pages ?? 1, 1)
  assertNear(await pixel(still, 5, 5), red, 20)
})

it('rejects damaged, oversized and unsupported images', async () => {
  const photo = await twoColours().png().toBuffer()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>')
  const cases = [
    Buffer.from('rubbish'),
    Buffer.alloc(0),
    photo.subarray(0, 20),
    svg,
    Buffer.from('%PDF-1.7'),
  ]
  for (const bytes of cases) await assert.rejects(transform(bytes, whole({}), maxPixels), Refusal)
  await assert.rejects(transform(photo, whole({}), 700), Refusal)
})

it('crops around a region of the image as displayed', async () => {
  const photo = await twoColours().withMetadata({ orientation: 6 }).png().toBuffer()
  const shape = { width: 10, height: 10, isCropped: true }
  const part = (top: number) => ({ left: 0, top, width: 20, height: 20 })
  const above = await transform(photo, whole({ ...shape, region: part(0) }), maxPixels)
  const below = await transform(photo, whole({ ...shape, region: part(20) }), maxPixels)
  assertNear(await pixel(above, 5, 5), red)
  assertNear(await pixel(below, 5, 5), blue)
})

it('crops every frame of an animation', async () => {
  const first = await twoColours().png().toBuffer()
  const frames = [first, await sharp(first).flop().png().toBuffer()]
  const moving = await sharp(frames, { join: { animated: true } })
    .webp({ lossless: true })
    .toBuffer()
  const region = { left: 20, top: 0, width: 20, height: 20 }
  const variant = whole({ width: 10, height: 10, isCropped: true, region, format: 'webp' })
  const made = await transform(moving, { ...variant, quality: 90 }, maxPixels)
  const { pages, width, pageHeight } = await sharp(made, { animated: true }).metadata()
  assert.deepEqual([pages, width, pageHeight], [2, 10, 10])
  assertNear(await pixel(made, 5, 5), blue, 30)
})
