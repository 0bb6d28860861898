import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import fc from 'fast-check'
import { runs } from '../../testing/runs.ts'
import { variantFor, variantName, type Original } from './variant.ts'
import { readQuery } from '../../http/query-string.ts'
import { transformIn } from './image-transform.ts'

const photo: Original = { type: 'image/jpeg', width: 4000, height: 3000, focus: null }
type Accepts = (type: string) => boolean
const everything: Accepts = () => true
const nothing: Accepts = () => false

function variantOf(query: string, original = photo, accepts = nothing) {
  const transform = transformIn([...new URLSearchParams(query)])
  return transform && variantFor(original, transform, accepts)
}

function sizeOf(query: string, original = photo): string {
  const { width, height, isCropped } = variantOf(query, original) ?? {}
  return `${width}x${height}${isCropped ? ' cropped' : ''}`
}

describe('a variant', () => {
  const sizes: [query: string, size: string][] = [
    ['width=400', '400x300'],
    ['height=300', '400x300'],
    ['width=400&height=400', '400x300'],
    ['width=400&height=150', '200x150'],
    ['width=400&height=400&fit=bounds', '400x300'],
    ['width=400&height=400&fit=cover', '533x400'],
    ['width=400&fit=cover', '400x300'],
    ['width=400&height=400&fit=crop', '400x400 cropped'],
    ['width=400&fit=crop', '400x300'],
    ['width=8000', '4000x3000'],
    ['width=8000&height=8000&fit=cover', '4000x3000'],
    ['width=8000&height=8000&fit=crop', '3000x3000 cropped'],
    ['width=8000&height=2000&fit=crop', '4000x1000 cropped'],
    ['width=400&dpr=2', '800x600'],
    ['width=400&height=400&fit=crop&dpr=0.5', '200x200 cropped'],
    ['width=8192&dpr=5', '4000x3000'],
    ['dpr=2', '4000x3000'],
    ['format=webp', '4000x3000'],
    ['width=1', '1x1'],
  ]
  for (const [query, size] of sizes)
    it(`of ${query} is ${size}`, () => assert.equal(sizeOf(query), size))

  it('is never larger than the largest side, nor than the original', () => {
    assert.equal(
      sizeOf('format=webp', { type: 'image/png', width: 20_000, height: 1000, focus: null }),
      '8192x410',
    )
    const sides = fc.integer({ min: 1, max: 8192 })
    const part = fc.double({ min: 0, max: 1, noNaN: true })
    const transforms = fc.record({
      width: fc.option(sides, { nil: undefined }),
      height: fc.option(sides, { nil: undefined }),
      fit: fc.constantFrom('bounds' as const, 'cover' as const, 'crop' as const),
      dpr: fc.double({ min: 0.1, max: 5, noNaN: true }),
      format: fc.constant(undefined),
      quality: fc.constant(undefined),
    })
    const originals = fc.record({
      type: fc.constant('image/png'),
      width: fc.integer({ min: 1, max: 30_000 }),
      height: fc.integer({ min: 1, max: 30_000 }),
      focus: fc.option(fc.record({ x: part, y: part })),
    })
    fc.assert(
      fc.property(originals, transforms, (original, transform) => {
        const variant = variantFor(original, transform, nothing)
        assert.ok(variant)
        const { width, height, isCropped } = variant
        assert.ok(width >= 1 && width <= Math.min(8192, original.width))
        assert.ok(height >= 1 && height <= Math.min(8192, original.height))
        const { region } = variant
        assert.equal(region !== null, isCropped && original.focus !== null)
        if (region && original.focus) {
          assert.ok(region.left >= 0 && region.left + region.width <= original.width)
          assert.ok(region.top >= 0 && region.top + region.height <= original.height)
          const isInside = (point: number, start: number, length: number): boolean =>
            point >= start - 1 && point <= start + length + 1
          assert.ok(isInside(original.focus.x * original.width, region.left, region.width))
          assert.ok(isInside(original.focus.y * original.height, region.top, region.height))
        }
        if (isCropped) return
        // The aspect ratio stays, up to the rounding of both sides.
        const skew = Math.abs(width * original.height - height * original.width)
        assert.ok(skew <= original.width + original.height)
      }),
      runs(1000),
    )
  })

  it('shows the part of the original around the focal point', () => {
    const focused = { ...photo, focus: { x: 0.25, y: 1 } }
    const region = (query: string) => variantOf(query, focused)?.region
    assert.deepEqual(region('width=300&height=300&fit=crop'), {
      left: 0,
      top: 0,
      width: 3000,
      height: 3000,
    })
    assert.deepEqual(region('width=400&height=100&fit=crop'), {
      left: 0,
      top: 2000,
      width: 4000,
      height: 1000,
    })
    assert.equal(region('width=400'), null)
    const crop = 'width=300&height=300&fit=crop'
    const nameOf = (original: Original): string => {
      const variant = variantOf(crop, original)
      return variant ? variantName('ab', variant) : ''
    }
    assert.notEqual(nameOf(focused), nameOf(photo))
    assert.notEqual(nameOf({ ...photo, focus: { x: 1, y: 1 } }), nameOf(focused))
  })

  it('has the requested format, or the best one that the client accepts', () => {
    const formatOf = (query: string, type: string, accepts: Accepts) =>
      variantOf(query, { ...photo, type }, accepts)?.format
    const onlyWebp = (type: string): boolean => type === 'image/webp'
    assert.equal(formatOf('width=1', 'image/png', everything), 'png')
    assert.equal(formatOf('format=jpeg', 'image/png', everything), 'jpeg')
    assert.equal(formatOf('format=auto', 'image/png', everything), 'avif')
    assert.equal(formatOf('format=auto', 'image/png', onlyWebp), 'webp')
    assert.equal(formatOf('format=auto', 'image/png', nothing), 'png')
    assert.equal(formatOf('format=auto', 'image/gif', everything), 'webp')
    assert.equal(formatOf('format=auto', 'image/gif', nothing), 'gif')
    assert.equal(formatOf('format=auto', 'image/webp', nothing), 'png')
    assert.equal(formatOf('format=auto', 'image/avif', nothing), 'jpeg')
    assert.equal(formatOf('format=auto', 'image/svg+xml', everything), undefined)
    assert.equal(formatOf('width=5', 'application/pdf', everything), undefined)
    assert.equal(formatOf('width=5', 'image/heic', everything), undefined)
  })

  it('is shared by all transforms with the same result', () => {
    const nameOf = (query: string): string => {
      const variant = variantOf(query)
      assert.ok(variant)
      return variantName('a'.repeat(64), variant)
    }
    const same = [
      'width=400',
      'height=300',
      'width=200&dpr=2',
      'width=400&height=3000',
      'width=400&quality=80&fit=cover',
      'width=400&format=jpeg&utm=x',
    ]
    assert.equal(new Set(same.map(nameOf)).size, 1)
    assert.equal(nameOf('format=png&quality=5'), nameOf('format=png&quality=95'))
    const others = [
      'width=401',
      'width=400&quality=81',
      'width=400&format=webp',
      'width=400&height=300&fit=crop',
    ]
    assert.equal(new Set([...others, 'width=400'].map(nameOf)).size, 5)
  })
})

describe('the parameters', () => {
  it('are ignored if they are unknown', () => {
    assert.equal(
      transformIn([
        ['utm_source', 'x'],
        ['w', '10'],
        ['__proto__', '1'],
      ]),
      undefined,
    )
  })

  const bad: [query: string, names: string[]][] = [
    ['width=8193', ['width']],
    ['width=1000000000', ['width']],
    ['width=0', ['width']],
    ['width=-1', ['width']],
    ['width=1.5', ['width']],
    ['width=1e3', ['width']],
    ['width=', ['width']],
    ['width=%20100', ['width']],
    ['width=1&width=1', ['width']],
    ['height=x&width=x', ['width', 'height']],
    ['format=gif', ['format']],
    ['format=svg', ['format']],
    ['fit=contain', ['fit']],
    ['quality=0', ['quality']],
    ['quality=101', ['quality']],
    ['dpr=0.05', ['dpr']],
    ['dpr=5.1', ['dpr']],
    ['dpr=Infinity', ['dpr']],
    [
      'width=x&height=9999&format=x&fit=x&quality=x&dpr=x',
      ['width', 'height', 'format', 'fit', 'quality', 'dpr'],
    ],
  ]
  it('are reported if their encoding is invalid, with all other problems', () => {
    assert.throws(
      () => transformIn(readQuery('/a.png?width=%ff&height=0&tag=%ff')),
      (error) => {
        assert.ok(error instanceof Refusal)
        assert.deepEqual(
          error.problems.map(({ path }) => path),
          ['width', 'tag', 'height'],
        )
        return true
      },
    )
    assert.throws(() => transformIn(readQuery('/a.png?tag=%ff')), Refusal)
  })

  for (const [query, names] of bad) {
    it(`reject ${query}, naming ${names.join(', ')}`, () => {
      assert.throws(
        () => transformIn([...new URLSearchParams(query)]),
        (error) => {
          assert.ok(error instanceof Refusal)
          assert.deepEqual(error.problems.map(({ path }) => path).toSorted(), names.toSorted())
          return true
        },
      )
    })
  }
})
