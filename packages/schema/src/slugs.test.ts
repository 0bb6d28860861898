import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isDerivedSlug, isSlug, numberedSlug, slugOf } from './slugs.ts'

test('a slug keeps letters and digits of every script', () => {
  const table: [text: string, slug: string][] = [
    ['Harbour, at  Dawn!', 'harbour-at-dawn'],
    ['夜明けの港・Ⅱ', '夜明けの港-ii'],
    ['ｶﾞｲﾄﾞ　ＡＢＣ', 'ガイド-abc'],
    ['Crème brûlée', 'crème-brûlée'],
    ['--a__b/c--', 'a-b-c'],
    ['!?', ''],
  ]
  for (const [text, slug] of table) assert.equal(slugOf(text), slug)
})

test('every derived slug is a slug, and so is one with a number', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 150 }),
      fc.integer({ min: 2, max: 1e6 }),
      (text, number) => {
        const slug = slugOf(text)
        if (slug === '') return
        assert.ok(isSlug(slug), slug)
        assert.ok(isSlug(numberedSlug(slug, number)))
        assert.ok(isDerivedSlug(slug, text))
        assert.ok(isDerivedSlug(numberedSlug(slug, number), text))
        assert.ok([...numberedSlug(slug, number)].length <= 100)
      },
    ),
  )
})

test('a slug is derived from the start of a long text', () => {
  // Examined as a whole, each of these would take a second.
  const long = '海と、山。'.repeat(1_000_000)
  for (let count = 0; count < 100; count++) assert.equal(isDerivedSlug('a', long), false)
  assert.equal(slugOf(long), slugOf(long.slice(0, 1_000)))
})
