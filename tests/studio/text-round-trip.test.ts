/** The editor writes back stored flexible text unchanged: tested in a real browser, with generated texts. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import type { Browser, Page } from 'playwright-core'
import { markupSoup, nestedMarkup } from '../../packages/server/src/testing/markup-arbitraries.ts'
import { runs } from '../../packages/server/src/testing/runs.ts'
import { defaultTextPolicy, parseFlexible } from '../../packages/server/src/text/flexible.ts'
import { leaveChromium, noChromium, useChromium } from '../chromium.ts'
import { bundleText } from './text-bundle.ts'
import { plainMarkup } from './plain-markup.ts'
import { squeezed } from './squeezed.ts'

describe('flexible text through the editor', { skip: noChromium }, () => {
  let browser: Browser
  let page: Page

  before(async () => {
    browser = await useChromium()
    page = await browser.newPage()
    await page.route('**/*', (route) => route.abort())
    await page.setContent('<!doctype html><title>text</title>')
    await page.addScriptTag({ content: await bundleText() })
  })
  after(() => leaveChromium(browser))

  const stored = (html: string) => parseFlexible(html, 'portable_html', defaultTextPolicy)

  interface RoundTrip {
    html: string
    boxes: number
  }

  async function roundTrips(texts: readonly string[]): Promise<RoundTrip[]> {
    return page.evaluate<RoundTrip[]>(`${JSON.stringify(texts)}.map(text.roundTrip)`)
  }

  async function assertPreserved(sources: readonly string[]): Promise<void> {
    const texts = sources.map((source) => stored(source))
    const backs = await roundTrips(texts.map(({ portable_html }) => portable_html))
    for (const [at, { html }] of backs.entries()) {
      const was = texts[at]
      const is = stored(html)
      assert.equal(squeezed(is.portable_html), squeezed(was?.portable_html ?? ''))
      assert.equal(is.text, was?.text)
    }
  }

  const usual: [string, string][] = [
    ['headings', '<h1>a</h1><h2 id="user-content-x">b</h2><h6>c</h6>'],
    ['paragraphs, and text without one', '<p>a<br>b</p><p></p><p>c</p>bare <b>text</b>'],
    ['lists', '<ul><li>a<ol start="3"><li>b</li></ol></li><li><p>c</p><p>d</p></li></ul>'],
    ['tasks', '<ul><li><input type="checkbox" checked="" disabled=""> done</li></ul>'],
    [
      'tables',
      '<table><thead><tr><th>a</th><th align="right">b</th></tr></thead><tbody><tr><th scope="row">c</th><td>d</td></tr><tr><td colspan="2"><p>e</p><p>f</p></td></tr></tbody></table>',
    ],
    [
      'quotes',
      '<blockquote cite="https://a.b/">bare</blockquote><blockquote><p>a</p></blockquote>',
    ],
    [
      'code',
      '<pre data-service-ftelm="code"><code class="language-ts">let a\n\n  b()</code></pre><p><code>x</code></p>',
    ],
    [
      'links',
      '<p><a href="/x" title="t">a</a> <a href="https://a.b/?c=d&amp;e=f" target="_blank" rel="noopener"><code>b</code></a></p>',
    ],
    [
      'images',
      '<p>a <img src="/a.png" alt="x" width="3" height="4"> b</p><img src="/c.png" alt="">',
    ],
    ['marks', '<p><strong>a</strong><b>b</b><em>c</em><i>d</i><u>e</u><s>f</s><del>g</del></p>'],
    ['inline elements', '<p><kbd>a</kbd> H<sub>2</sub>O <mark lang="ja">b<sup>2</sup></mark></p>'],
    ['callouts', '<aside data-service-ftelm="callout" data-service-tone="a"><p>b</p></aside>'],
    [
      'callouts with attributes unknown to the editor',
      '<div data-service-ftelm="callout" data-as="b" data-kept="&lt;p&gt;c&lt;/p&gt;"><p>d</p></div>',
    ],
    ['custom elements of a space', '<section data-service-ftelm="recipe-1"><h3>x</h3>y</section>'],
    ['ruby', '<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>字</p>'],
    ['line breaks in the source', '<p>a\nb</p>\n\n<p>日本\n語</p>'],
    ['line breaks at an inline element', '<p>日<i>\n　本</i>\n<b>語</b><br>\n日</p>'],
  ]
  for (const [name, html] of usual) {
    it(`preserves ${name} as editable text`, async () => {
      const [back] = await roundTrips([stored(html).portable_html])
      assert.equal(back?.boxes, 0)
      await assertPreserved([html])
    })
  }

  const boxed = [
    '<div data-service-ftelm="content" data-service-content-id="5">A title</div>',
    '<figure data-service-ftelm="media" data-service-media-id="7"><img src="/a.png" alt=""></figure>',
    '<div data-service-ftelm="html"><iframe src="https://www.youtube.com/embed/1"></iframe></div>',
    '<details open=""><summary>a</summary>b</details>',
    '<dl><dt>a</dt><dd>b</dd></dl>',
    '<table><caption>a</caption><tbody><tr><td>b</td></tr></tbody></table>',
    '<video src="/a.mp4" controls=""></video>',
    '<ul><li><h3>a</h3></li></ul>',
    '<div></div>',
  ]
  it('preserves other content as boxes', async () => {
    const backs = await roundTrips(boxed.map((html) => stored(html).portable_html))
    assert.deepEqual(
      backs.map(({ html }) => html),
      boxed.map((html) => stored(html).portable_html),
    )
    for (const { boxes } of backs) assert.equal(boxes, 1)
  })

  it('distinguishes embeds in a review', async () => {
    const embeds = [
      '<div data-service-ftelm="content" data-service-content-id="5"></div>',
      '<figure data-service-ftelm="media" data-service-media-id="7"></figure>',
      '<aside data-service-ftelm="callout" data-service-tone="note" data-x="1">b</aside>',
    ]
    const lines = await page.evaluate<string[]>(`text.lines(${JSON.stringify(embeds.join(''))})`)
    assert.deepEqual(lines, ['[content 5]', '[media 7]', '[callout note 1] b'])
  })

  for (const name of ['english', 'japanese']) {
    it(`preserves an article in ${name}`, async () => {
      const folder = new URL('../../packages/server/src/text/articles/', import.meta.url)
      await assertPreserved([readFileSync(new URL(`${name}.portable_html.txt`, folder), 'utf8')])
    })
  }

  // No shrinking: it takes long for lists of texts, and the difference shows the failing text.
  const often = { ...runs(10), endOnFailure: true }
  const some = (source: fc.Arbitrary<string>) => fc.array(source, { minLength: 20, maxLength: 20 })
  it('preserves realistic texts as editable text', async () => {
    const check = async (sources: string[]): Promise<void> => {
      await assertPreserved(sources)
      const backs = await roundTrips(sources.map((source) => stored(source).portable_html))
      assert.deepEqual(
        backs.filter(({ boxes }) => boxes > 0),
        [],
      )
    }
    await fc.assert(fc.asyncProperty(some(plainMarkup), check), often)
  })
  it('preserves unusual texts', async () => {
    const source = some(fc.oneof(markupSoup, nestedMarkup))
    await fc.assert(fc.asyncProperty(source, assertPreserved), often)
  })
})
