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
  ['J\u030c', '\u01f0'],
  ['j\u030c', '\u01f0'],
  ['\u01f0', '\u01f0'],
  [`e${textSeparator}\u0301`, 'é'],
]

for (const [text, result] of folded) {
  test(`${JSON.stringify(text)} folds to ${result}`, () => assert.equal(fold(text), result))
}

test('part of a Greek word matches in any case', () => {
  assert.ok(fold('ΟΔΟΣΑ').includes(fold('ΟΔΟΣ')))
})

/** Letters, marks, and letters that case or compatibility changes. */
const unit = fc.oneof(
  fc.constantFrom(...Array.from('aHJTWYhjtwyẖǰẗẘẙΙΥΩΑιυωαΣςσﬁİıẞßÅÉé港ｶﾞㇷ゚'), textSeparator),
  fc.constantFrom(...Array.from('\u0300\u0301\u0307\u0308\u030a\u030c\u0323\u0331\u0342\u0345')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)
const anyText = fc.string({ unit, maxLength: 6 })
const manyRuns = { numRuns: 3000 }

test('folding folded text changes nothing', () => {
  fc.assert(
    fc.property(anyText, (it) => assert.equal(fold(fold(it)), fold(it))),
    manyRuns,
  )
})

test('texts that differ in case, or in how characters are composed, fold equally', () => {
  const withoutSeparator = anyText.map((it) => it.replaceAll(textSeparator, ''))
  fc.assert(
    fc.property(withoutSeparator, fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'), (it, form) => {
      assert.equal(fold(it.normalize(form)), fold(it))
      assert.equal(fold(it.toLowerCase()), fold(it))
      assert.equal(fold(it.normalize(form).toLowerCase().normalize(form)), fold(it))
    }),
    manyRuns,
  )
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
