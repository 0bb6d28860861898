import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareCodePoints, fold } from '@octavo/schema/fold.ts'
import fc from 'fast-check'
import { runs } from '../../testing/runs.ts'
import { startRanges } from './start-ranges.ts'

function isInRanges(text: string, keyword: string): boolean {
  return startRanges(keyword).some(
    ([low, high]) => compareCodePoints(text, low) >= 0 && compareCodePoints(text, high) < 0,
  )
}

test('the ranges contain every text whose folded form starts with the keyword', () => {
  const characters =
    'sSeEakijJ -1\u001fé\u0301\u0307\u030c\u01f0ｓＳſﬁﬆ\u212aİßσς㎏海\u{1d400}\u{10ffff}'
  const character = fc.constantFrom(...Array.from(characters))
  const text = fc.string({ unit: character, maxLength: 8 })
  const property = fc.property(text, fc.nat({ max: 6 }), (raw, length) => {
    const keyword = [...fold(raw)].slice(0, length).join('')
    if (startRanges(keyword).length > 0) assert.ok(isInRanges(raw, keyword))
  })
  fc.assert(property, runs(2_000))
})

test('every single character is in the ranges of what it folds to', () => {
  for (let point = 1; point < 0x110000; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue
    const raw = String.fromCodePoint(point)
    const keyword = fold(raw)
    if (startRanges(keyword).length > 0) assert.ok(isInRanges(raw, keyword), raw)
  }
})

test('the ranges exclude texts that start with other ASCII letters', () => {
  assert.equal(isInRanges('Harbour', 'harbour'), true)
  assert.equal(isInRanges('HARBOUR', 'harbour'), true)
  assert.equal(isInRanges('Hart', 'harbour'), false)
  assert.equal(isInRanges('Sea', 'harbour'), false)
  assert.deepEqual(startRanges('海'), [])
  assert.ok(startRanges('harbour').length <= 128)
})
