import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parse, parseFragment, serialize } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { disguised, markupSoup } from '../testing/markup-arbitraries.ts'
import { runs } from '../testing/runs.ts'
import vectors from '../testing/xss-vectors.json' with { type: 'json' }
import { defaultTextPolicy, formatsOf, parseFlexible } from './flexible.ts'
import { parseHtml } from './parse.ts'
import { sanitise } from './sanitise.ts'
import { toPortableHtml } from './to-html.ts'

const input = fc.oneof(markupSoup, disguised(vectors), fc.string(), fc.string({ unit: 'binary' }))

const sanitised = (html: string) =>
  toPortableHtml(sanitise(parseHtml(html.toWellFormed()), defaultTextPolicy))

/** The contexts in which other parsers read the output: a template, and two kinds of documents. */
function reparsed(html: string): string[] {
  const within = (prefix: string) => {
    const document = parse(`${prefix}<body><div>${html}</div>`)
    const root = document.childNodes.at(-1) as DefaultTreeAdapterTypes.Element
    const body = root.childNodes.at(-1) as DefaultTreeAdapterTypes.Element
    return serialize(body.childNodes[0] as DefaultTreeAdapterTypes.Element)
  }
  return [serialize(parseFragment(html)), within('<!doctype html>'), within('')]
}

test('portable_html is stable, and so are the other formats', () => {
  fc.assert(
    fc.property(input, fc.constantFrom('portable_html', 'markdown'), (source, format) => {
      const written = parseFlexible(source, format, defaultTextPolicy)
      assert.deepEqual(formatsOf(written.portable_html, defaultTextPolicy), written)
      assert.deepEqual(
        parseFlexible(written.portable_html, 'portable_html', defaultTextPolicy),
        written,
      )
    }),
    runs(1_000),
  )
})

test('one sanitiser pass is enough; the others are a safety net', () => {
  fc.assert(
    fc.property(input, (source) => {
      const once = sanitised(source)
      assert.equal(sanitised(once), once)
    }),
    runs(1_000),
  )
})

test('other parsers read portable_html and html unchanged in every context', () => {
  fc.assert(
    fc.property(input, (source) => {
      const { portable_html, html } = parseFlexible(source, 'portable_html', defaultTextPolicy)
      for (const written of [portable_html, html]) {
        for (const output of reparsed(written)) assert.equal(output, written)
      }
    }),
    runs(500),
  )
})

test('no output contains a character that a database or a parser rejects', () => {
  fc.assert(
    fc.property(input, fc.constantFrom('portable_html', 'markdown'), (source, format) => {
      for (const output of Object.values({ ...parseFlexible(source, format, defaultTextPolicy) })) {
        assert.ok(output.isWellFormed())
        assert.doesNotMatch(output, /[\0\r]/)
      }
    }),
    runs(300),
  )
})
