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

test('a part of a Greek word is found whatever its case', () => {
  assert.ok(fold('ΟΔΟΣΑ').includes(fold('ΟΔΟΣ')))
})

test('no folded text has the separator', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !fold(text).includes('\u001f')))
})

test('texts compare as their UTF-8 bytes do', () => {
  assert.ok(compareCodePoints('\uffff', '😀') < 0)
  const text = fc.string({ unit: 'binary', maxLength: 4 }).map((it) => it.toWellFormed())
  fc.assert(
    fc.property(text, text, (a, b) => {
      const bytes = Buffer.compare(Buffer.from(a), Buffer.from(b))
      assert.equal(Math.sign(compareCodePoints(a, b)), bytes)
    }),
  )
})
