import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { harmIn } from '../testing/html-harm.ts'
import { disguised, markupSoup, nestedMarkup } from '../testing/markup-arbitraries.ts'
import { runs } from '../testing/runs.ts'
import vectors from '../testing/xss-vectors.json' with { type: 'json' }
import { defaultTextPolicy, parseFlexible } from './flexible.ts'

const formats = ['portable_html', 'markdown'] as const

/** Renderers that do not sanitise. */
const githubLike = (markdown: string) =>
  micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  })

const markdownIt = new MarkdownIt({ html: true, linkify: true })
markdownIt.validateLink = () => true
const cellAlignment = / style="text-align:(?:left|center|right)"/g

function assertHarmless(input: string): void {
  for (const format of formats) {
    const { portable_html, html, markdown } = parseFlexible(input, format, defaultTextPolicy)
    const shown = {
      portable_html,
      html,
      githubLike: githubLike(markdown),
      markdownIt: markdownIt.render(markdown).replaceAll(cellAlignment, ''),
    }
    for (const [way, output] of Object.entries(shown)) {
      assert.deepEqual(harmIn(output), [], `${format} → ${way}: ${output}`)
    }
  }
}

test('the check of these tests detects the attacks in unsanitised input', () => {
  const found = vectors.filter((vector) => harmIn(vector).length > 0)
  assert.ok(found.length > vectors.length * 0.8, `${found.length} of ${vectors.length}`)
})

test('every known attack is harmless in every format', () => {
  for (const vector of vectors) assertHarmless(vector)
})

test('every known attack is harmless when obfuscated', () => {
  fc.assert(fc.property(disguised(vectors), assertHarmless), runs(300))
})

test('no combination of tags, text and markdown is dangerous', () => {
  fc.assert(fc.property(markupSoup, assertHarmless), runs(300))
})

test('code stays code in every context', () => {
  fc.assert(fc.property(nestedMarkup, assertHarmless), runs(100))
})

test('code stays code in cases that once failed', () => {
  const code = 'a\n\n&lt;img src=x onerror=alert(1)&gt;'
  for (const html of [
    `<ul><li><input type=checkbox><pre>${code}</pre></li></ul>`,
    `<ol start="999999999"><li>x</li><li><pre>${code}</pre></li></ol>`,
    `<ul><li><pre>\n\u2028${code}</pre></li></ul>`,
    `<blockquote><pre>a\n\u2028${code}</pre></blockquote>`,
    `<table><tr><td><code>\\|${code}</code></td></tr></table>`,
    `<code>x</code><code>${code}</code>`,
  ]) {
    assertHarmless(html)
  }
})

test('an autolinked address does not include the escape of the following text', () => {
  for (const attack of [
    'www.a.b&lt;img src=x onerror=alert(1)&gt;',
    'http://a.b<code>&lt;img src=x onerror=alert(1)&gt;</code>',
    '[www.a.b](javascript:alert(1))',
    'www.a.b`<code>&lt;img src=x onerror=alert(1)&gt;</code>',
  ]) {
    assertHarmless(attack)
  }
})
