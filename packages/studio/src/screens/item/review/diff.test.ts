import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { diffLines, type Piece } from './diff.ts'

const textOf = (pieces: Piece[] | null): string[] =>
  pieces === null ? [] : [pieces.map(({ text }) => text).join('')]
const marked = (pieces: Piece[] | null): string =>
  pieces?.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('') ?? '-'
const shown = (before: string[], after: string[]): string[] =>
  diffLines(before, after).map((row) => `${marked(row.before)} | ${marked(row.after)}`)

test('marks only the words of a line that changed', () => {
  assert.deepEqual(shown(['The old garden gate'], ['The new garden gate']), [
    'The [old] garden gate | The [new] garden gate',
  ])
})

test('compares Japanese by words, although it has no spaces', () => {
  assert.deepEqual(shown(['京都の庭園'], ['奈良の庭園']), ['[京都]の庭園 | [奈良]の庭園'])
})

test('does not mark the lines around an added or removed line', () => {
  assert.deepEqual(shown(['one', 'two', 'three'], ['one', 'three']), [
    'one | one',
    '[two] | -',
    'three | three',
  ])
  assert.deepEqual(shown([], ['new']), ['- | [new]'])
})

test('marks entire lines that have nothing in common', () => {
  assert.deepEqual(shown(['red'], ['blue']), ['[red] | [blue]'])
})

test('keeps the text of both sides and never marks equal lines', () => {
  const line = fc.array(fc.constantFrom('a', 'b', ' ', '庭', '園。'), { maxLength: 6 })
  const lines = fc.array(
    line.map((parts) => parts.join('')),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const rows = diffLines(before, after)
      assert.deepEqual(
        rows.flatMap((row) => textOf(row.before)),
        before,
      )
      assert.deepEqual(
        rows.flatMap((row) => textOf(row.after)),
        after,
      )
      assert.equal(
        rows.some(({ isChanged }) => isChanged),
        before.join('\n') !== after.join('\n') || before.length !== after.length,
      )
    }),
  )
})

test('compares texts that are too long for a detailed comparison', () => {
  const before = Array.from({ length: 3000 }, (_, at) => `line ${at}`)
  const after = before.map((text, at) => (at % 2 === 0 ? text : `other ${at}`))
  assert.ok(diffLines(before, after).length >= 3000)
})

test('compares long texts with bounded work', () => {
  const lines = (count: number, line: (index: number) => string): string[] =>
    Array.from({ length: count }, (_, index) => line(index))
  // As many lines as a text of a million characters can have.
  const many = diffLines(
    lines(500_000, () => ''),
    lines(500_000, () => 'a'),
  )
  assert.equal(many.length, 500_000)
  // Each pair of lines takes four million comparisons.
  const words = (first: number) => (index: number) =>
    lines(1_000, (at) => String(first + index + 7 * at)).join(' ')
  const long = diffLines(lines(200, words(0)), lines(200, words(1_000_000)))
  assert.equal(long.length, 200)
  const [row] = diffLines([`a ${'b '.repeat(500_000)}`], [`a ${'c '.repeat(500_000)}`])
  assert.deepEqual(row?.before?.length, 1)
})
