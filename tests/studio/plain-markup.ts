/** Generates realistic texts, as from an editor or hand-written HTML. */
import fc from 'fast-check'

const word = fc.constantFrom(
  'harbour',
  'a',
  'Café',
  '港の',
  '朝。',
  '、',
  '&amp;',
  '<br>',
  '1 < 2',
  '😀',
)
const words = fc.array(word, { minLength: 1, maxLength: 5 }).map((list) => list.join(' '))

const outer = fc.constantFrom('', 'strong', 'b', 'a href="/x"', 'mark')
const inner = fc.constantFrom('', 'em', 'i', 'u', 's', 'del', 'code', 'sub')
const inline = fc
  .array(fc.tuple(outer, inner, words), { minLength: 1, maxLength: 4 })
  .map((runs) => runs.map(([one, other, text]) => within(one, within(other, text))).join(' '))

function within(tag: string, content: string): string {
  return tag === '' ? content : `<${tag}>${content}</${tag.split(' ', 1)[0]}>`
}

const list = fc
  .tuple(
    fc.constantFrom('ul', 'ol', 'ol start="4"'),
    fc.array(inline, { minLength: 1, maxLength: 3 }),
  )
  .map(([tag, items]) => within(tag, items.map((item) => `<li>${item}</li>`).join('\n')))
const looseList = fc
  .array(inline, { minLength: 1, maxLength: 3 })
  .map((items) => `<ul>${items.map((item) => `<li>\n<p>${item}</p>\n</li>`).join('')}</ul>`)
const nestedList = fc
  .tuple(inline, list)
  .map(([first, below]) => `<ul><li>${first}${below}</li><li>${first}</li></ul>`)

const table = fc
  .array(fc.tuple(inline, inline), { minLength: 1, maxLength: 3 })
  .map(([head, ...rows]) => {
    const cells = (name: string, row: readonly string[] = []): string =>
      `<tr>${row.map((cell) => `<${name}>${cell}</${name}>`).join('')}</tr>`
    const body = rows.map((row) => cells('td', row)).join('')
    return `<table><thead>${cells('th', head)}</thead>${body && `<tbody>${body}</tbody>`}</table>`
  })

const block = fc.oneof(
  { weight: 4, arbitrary: inline.map((text) => within('p', text)) },
  fc.tuple(fc.constantFrom('h1', 'h2', 'h3', 'h4'), inline).map(([tag, text]) => within(tag, text)),
  list,
  looseList,
  nestedList,
  table,
  inline.map((text) => `<blockquote><p>${text}</p></blockquote>`),
  inline.map((text) => `<div data-service-ftelm="callout"><p>${text}</p></div>`),
  words.map(
    (text) => `<pre><code class="language-ts">${text.replaceAll('<br>', '\n')}</code></pre>`,
  ),
  fc.constantFrom('<hr>', '<p><img src="/a.png" alt="b"></p>', '<p></p>'),
)

export const plainMarkup: fc.Arbitrary<string> = fc
  .tuple(fc.array(block, { minLength: 1, maxLength: 6 }), fc.constantFrom('', '\n', '\n\n'))
  .map(([blocks, between]) => blocks.join(between))
