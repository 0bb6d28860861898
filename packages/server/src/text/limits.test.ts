import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scaled } from '../testing/runs.ts'
import {
  defaultTextPolicy,
  formatsOf,
  maxTableCells,
  parseFlexible,
  tooManyCells,
} from './flexible.ts'

/** Quadratic code would take minutes, or all memory, for input a few times as long. */
const length = scaled(10_000)
const mostSeconds = length / 2_000
/** Indents, closing tags and missing cells may make the output somewhat larger than hostile input. */
const mostLength = 10 * length + 2_000_000

const repeated = (text: string) => text.repeat(Math.ceil(length / text.length))
function counted(text: (count: number) => string): string {
  let all = ''
  for (let count = 0; all.length < length; count++) all += text(count)
  return all
}

const long = 'x'.repeat(5_000)

const html: Record<string, string> = {
  'nested div': repeated('<div>'),
  'nested span': repeated('<span lang="en">x'),
  'nested unknown elements': repeated('<x-y>z'),
  'nested lists': repeated('<ul><li>x'),
  'nested quotations and lists': repeated('<blockquote><ul><li>x'),
  'nested tables': repeated('<table><td>'),
  'tables in no cell': repeated('<table>x'),
  'nested svg': repeated('<svg><p>'),
  'nested templates': repeated('<template>'),
  'unclosed a': repeated('<a href=x>y'),
  'unclosed b': repeated('<b>x'),
  'unclosed b and blocks': repeated('<p><b><i><u><s>x'),
  'b that differ, reopened in every block': counted((count) => `<p><b a=${count}></p>`),
  'a long link, reopened in every block': `<p><a href="${long}"></p>${repeated('<p>x</p>')}`,
  'a long link around many blocks': `<a href="${long}">${repeated('x<hr>')}`,
  'bold around many blocks': '<b><i><u>'.repeat(20) + repeated('x<hr>'),
  'bold in bold': `<b>${repeated('<b>x</b><br>')}`,
  'unclosed p': repeated('<p>x'),
  'items without a list': `<div>${repeated('<li>x</li>\n')}`,
  'terms without a list': repeated('<dt>x'),
  'lines in a deep list': '<ul><li>'.repeat(40) + repeated('x<br>'),
  'children of an element that goes': `<form>${repeated('<br>')}</form>`,
  attributes: `<a ${counted((count) => `a${count} `)}>x`,
  'cells across columns': `<table>${repeated('<tr><td colspan=999>x')}`,
  'a wide row and many short ones': `<table><tr>${'<td>x'.repeat(1_000)}${repeated('<tr><td>x')}`,
  'white space': `${repeated(' ')}x${repeated('\n')}`,
  'lines of wide characters': repeated('日\n'),
  'code next to addresses': repeated('www.a.b<code>x</code> '),
  backticks: `<code>${repeated('`x')}`,
  stars: `<p>${repeated('* ')}`,
  'tags that do not end': repeated('<'),
  'comments that do not end': repeated('<!--'),
  ids: counted((count) => `<p id=a${count}><a href=#a${count}>x</a>`),
}

const markdown: Record<string, string> = {
  'opening brackets': repeated('['),
  'closing brackets': repeated(']('),
  'emphasis that does not close': repeated('*a '),
  'emphasis that could close': repeated('*a_ '),
  'emphasis in words': repeated('a**b'),
  backticks: counted((count) => `${'`'.repeat(count % 300)}a`),
  'nested quotations': repeated('>'),
  'lines in a deep quotation': '> '.repeat(90) + repeated('x\n'),
  'nested lists': counted((count) => `${'  '.repeat(count % 60)}- a\n`),
  'nested numbered lists': repeated('1. '),
  tags: repeated('<a '),
  'character data': repeated('a <![CDATA['),
  'links that do not close': repeated('[a](<b'),
  'links within links': `${'['.repeat(length / 4)}a${'](b)'.repeat(length / 4)}`,
  'a long definition used often': `[a]: ${long}\n\n${repeated('[a] ')}`,
  definitions: counted((count) => `[a${count}]: b\n`),
  'many wide tables': repeated(
    `${'|a'.repeat(300)}|\n${'|-'.repeat(300)}|\n${'|x|\n'.repeat(218)}\n`,
  ),
  'a wide table': `${'|a'.repeat(300)}|\n${'|-'.repeat(300)}|\n${repeated('|x|\n')}`,
  addresses: repeated('www.a,'),
  headings: repeated('a\n---\n'),
  everything: repeated('*_~`[<'),
}

for (const [format, inputs] of [
  ['portable_html', html] as const,
  ['markdown', markdown] as const,
]) {
  describe(`in ${format}, time and size are linear:`, () => {
    for (const [name, input] of Object.entries(inputs)) {
      test(name, () => {
        const before = process.cpuUsage()
        const formats = parseFlexible(input, format, defaultTextPolicy)
        assert.ok(process.cpuUsage(before).user / 1e6 < mostSeconds)
        for (const output of Object.values({ ...formats })) {
          assert.ok(output.length < mostLength)
        }
        assert.equal(
          formatsOf(formats.portable_html, defaultTextPolicy).portable_html,
          formats.portable_html,
        )
      })
    }
  })
}

test('elements that are nested too deep keep their text', () => {
  const deep = `${'<div>'.repeat(100_000)}deep<script>no</script>${'</div>'.repeat(100_000)}<p>after</p>`
  assert.equal(parseFlexible(deep, 'portable_html', defaultTextPolicy).text, 'deep\n\nafter')
  const quoted = `${'> '.repeat(200)}deep\n\nafter`
  assert.match(parseFlexible(quoted, 'markdown', defaultTextPolicy).text, /deep\n\nafter$/)
})

test('markup that would grow without limit keeps its text', () => {
  const growing = counted((count) => `<p>t${count}<b title=${count}></p>`)
  const { portable_html, text } = parseFlexible(growing, 'portable_html', defaultTextPolicy)
  assert.match(portable_html, /^t0 {3}t1 /)
  assert.match(text, /^t0 t1 t2 /)
})

/** A table with this many rows, including the head. */
const tables: Record<string, (rows: number, columns: number) => string> = {
  portable_html: (rows, columns) =>
    `<table>${`<tr>${'<td>x'.repeat(columns)}`.repeat(rows)}</table>`,
  // Rows that are shorter than the head are padded.
  markdown: (rows, columns) =>
    `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|x\n'.repeat(rows - 1)}`,
}

for (const format of ['portable_html', 'markdown'] as const) {
  test(`in ${format}, the total number of table cells is limited`, () => {
    const tableOf = tables[format] ?? String
    const read = (source: string) => parseFlexible(source, format, defaultTextPolicy)
    const cells = (source: string) => read(source).portable_html.split(/<t[dh]>/).length - 1
    const two = `${tableOf(100, 100)}\n${tableOf(100, 100)}`
    assert.deepEqual([cells(tableOf(200, 100)), cells(two)], [maxTableCells, maxTableCells])
    const quoted = `> ${tableOf(10_001, 2).replaceAll('\n', '\n> ')}`
    for (const source of [tableOf(201, 100), `${two}\n${tableOf(2, 1)}`, quoted]) {
      assert.equal(read(source), tooManyCells)
    }
    assert.equal(cells(`<td`.repeat(30_000).replaceAll('<', '&lt;')), 0)
  })
}
