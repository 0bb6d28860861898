import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../testing/runs.ts'
import { defaultTextPolicy, formatsOf, parseFlexible } from './flexible.ts'
import { escapedText } from './to-html.ts'

const words = [
  'foo‖bar baz‖é‖😀‖日本語‖。‖「強調」‖、‖…‖<重要>‖10%‖"q"‖*‖**‖_‖a_b‖a*b‖5 * 3‖`‖~‖~~‖~10',
  '[x]‖[ ] t‖(y)‖](‖!‖![‖\\‖<b>‖<3‖<!--‖&‖&amp;‖&copy;‖&#35;‖|‖#‖# a‖- b‖+‖1. c‖1)‖2019.‖> d',
  '===‖---‖[a]: b‖:‖;‖$‖{}‖-‖=‖...',
].flatMap((line) => line.split('‖'))

const text = fc
  .tuple(
    fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', ' '),
  )
  .map(([chosen, between]) => escapedText(chosen.join(between)))

const addresses = [
  'http://a.b/c',
  '/x?y=1&amp;z=2',
  '/p(q)',
  '#f',
  'mailto:a@b.c',
  '/x&amp;amp;y',
  '',
]

/** Inline content without an element inside another of the same kind, which markdown would merge. */
function inline(kinds: readonly string[]): fc.Arbitrary<string> {
  const within = (kind: string) => inline(kinds.filter((other) => other !== kind))
  const elements = kinds.map((kind) =>
    kind === 'a'
      ? fc
          .tuple(within('a'), fc.constantFrom(...addresses))
          .map(([content, address]) => `<a href="${address}">${content}</a>`)
      : within(kind).map((content) => `<${kind}>${content}</${kind}>`),
  )
  const leaves = [
    text.map((code) => `<code>${code}</code>`),
    text.map((alt) => `<img src="/i.png" alt="${alt.replaceAll('"', '&quot;')}">`),
    fc.tuple(text, text).map(([one, other]) => `${one}<br>${other}`),
  ]
  const piece = fc.oneof({ weight: 4, arbitrary: text }, ...leaves, ...elements)
  return fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''))
}

const line = inline(['strong', 'em', 'del', 'a', 'sub'])
const cells = (tag: string) =>
  fc
    .tuple(line, line)
    .map(([one, other]) => `<tr><${tag}>${one}</${tag}><${tag}>${other}</${tag}></tr>`)

const simpleBlock = fc.oneof(
  { weight: 3, arbitrary: line.map((content) => `<p>${content}</p>`) },
  fc.tuple(fc.integer({ min: 1, max: 6 }), line).map(([level, x]) => `<h${level}>${x}</h${level}>`),
  fc.constant('<hr>'),
  text.map(
    (code) => `<pre data-service-ftelm="code"><code class="language-ts">${code}\n</code></pre>`,
  ),
  fc
    .tuple(cells('th'), cells('td'))
    .map(([head, row]) => `<table><thead>${head}</thead><tbody>${row}</tbody></table>`),
)

const item = fc.tuple(line, fc.constantFrom('', '<ul><li>x</li></ul>', '<ol><li>y</li></ol>'))
const listOrQuotation = fc.oneof(
  fc
    .tuple(fc.constantFrom('ul', 'ol'), fc.array(item, { minLength: 1, maxLength: 3 }))
    .map(
      ([tag, items]) => `<${tag}>${items.map((x) => `<li>${x.join('')}</li>`).join('')}</${tag}>`,
    ),
  fc
    .array(simpleBlock, { minLength: 1, maxLength: 3 })
    .map((blocks) => `<blockquote>${blocks.join('')}</blockquote>`),
)

const article = fc
  .array(fc.oneof({ weight: 2, arbitrary: simpleBlock }, listOrQuotation), {
    minLength: 1,
    maxLength: 4,
  })
  .map((blocks) => blocks.join(''))

/** Normalises what markdown cannot express: the order of two emphases, and invisible white space. */
function comparable(html: string): string {
  return html
    .replaceAll(/>\n+/g, '>')
    .replaceAll(/\n+</g, '<')
    .replaceAll(/ ?(<br>) ?/g, '$1')
    .replaceAll('<em><strong>', '<strong><em>')
    .replaceAll('</strong></em>', '</em></strong>')
}

test('content that markdown can express survives a round trip', () => {
  fc.assert(
    fc.property(article, (html) => {
      const { markdown, portable_html } = formatsOf(html, defaultTextPolicy)
      const again = parseFlexible(markdown, 'markdown', defaultTextPolicy)
      assert.equal(comparable(again.portable_html), comparable(portable_html), markdown)
    }),
    runs(200),
  )
})
