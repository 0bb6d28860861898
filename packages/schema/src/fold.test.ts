import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareCodePoints, fold, textSeparator } from './fold.ts'

const folded: [text: string, result: string][] = [
  ['ＡＢＣ', 'abc'],
  ['ｶﾞｷﾞ', 'ガギ'],
  ['Straße', 'straße'],
  ['㍻', '平成'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['οδος', 'οδοσ'],
  [`a${textSeparator}b`, 'ab'],
]

for (const [text, result] of folded) {
  test(`${JSON.stringify(text)} folds to ${result}`, () => assert.equal(fold(text), result))
}

test('part of a Greek word matches in any case', () => {
  assert.ok(fold('ΟΔΟΣΑ').includes(fold('ΟΔΟΣ')))
})

test('folded text never contains the separator', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !fold(text).includes('\u001f')))
})

test('texts compare like their UTF-8 bytes', () => {
  assert.ok(compareCodePoints('\uffff', '😀') < 0)
  const text = fc.string({ unit: 'binary', maxLength: 4 }).map((it) => it.toWellFormed())
  fc.assert(
    fc.property(text, text, (a, b) => {
      const bytes = Buffer.compare(Buffer.from(a), Buffer.from(b))
      assert.equal(Math.sign(compareCodePoints(a, b)), bytes)
    }),
  )
})
