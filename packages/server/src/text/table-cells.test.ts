import assert from 'node:assert/strict'
import { test } from 'node:test'
import MarkdownIt from 'markdown-it'
import type { Env } from 'markdown-it'
import { boundCells, countIn, hasTooManyCells, maxTableCells } from './table-cells.ts'

const parser = new MarkdownIt()
boundCells(parser)

const head = `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n`
const full = `${'|x'.repeat(100)}|\n`

/** Tables that grow with a number; at a thousand, each is far over the limit. */
const growing: Record<string, (times: number) => string> = {
  'one long table': (times) => head + full.repeat(times),
  'one table of short rows': (times) => head + '|x\n'.repeat(times),
  'many tables of short rows': (times) => `${head}${'|x\n'.repeat(50)}\n`.repeat(times),
  'tables in quotations': (times) => `> ${(head + full.repeat(times)).replaceAll('\n', '\n> ')}`,
  'tables in items': (times) => `- ${(head + full.repeat(times)).replaceAll('\n', '\n  ')}`,
}

for (const [name, make] of Object.entries(growing)) {
  test(`${name}: the parser creates no more cells from ten times the text`, () => {
    const work = [1_000, 10_000].map((times) => {
      const environment: Env = {}
      assert.deepEqual(parser.parse(make(times), environment), [])
      return countIn(environment)
    })
    assert.deepEqual(work[0], work[1])
    // It stops after the row that exceeds the limit.
    assert.ok((work[0]?.cells ?? 0) <= maxTableCells + 100)
  })
}

test('only real cells are counted', () => {
  const many = (tag: string) => hasTooManyCells(tag.repeat(maxTableCells + 1))
  assert.deepEqual(['<td>', '<TH\n>', '<td/>', '<td'].map(many), [true, true, true, true])
  assert.deepEqual(['<tdx>', '<thead>', '</td>', '&lt;td>'].map(many), [false, false, false, false])
  assert.equal(hasTooManyCells('<td>'.repeat(maxTableCells)), false)
})
