/** Writing flexible text: paste from other programs, Markdown shortcuts, and Japanese input methods. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { beforeEach, describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { BrowserContext, CDPSession, Locator, Page } from 'playwright-core'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import { noChromium } from '../chromium.ts'
import { hasValue, type Instance } from './browser.ts'
import { copy } from './clipboard.ts'
import { compose } from './input-method.ts'
import { assertStored, saveText } from './stored-text.ts'
import { useStudio } from './suite.ts'

const word = readFileSync(new URL('word-clipboard.html', import.meta.url), 'utf8')

describe('writing flexible text', { skip: noChromium }, () => {
  let instance: Instance
  let context: BrowserContext
  let page: Page
  let ime: CDPSession
  let complaints: string[]

  useStudio(async (studio) => {
    ;({ instance, context, page, complaints } = studio)
    ime = await context.newCDPSession(page)
    await page.goto(`${instance.url}/main/contents/new-article`)
    await title().fill('Writing')
    await page.waitForURL(/\/contents\/\d+$/)
  })

  beforeEach(() => emptyBody())

  async function emptyBody(): Promise<void> {
    await body().focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+Alt+0')
  }

  const title = (): Locator => page.getByRole('textbox', { name: /^Title/ })
  const body = (): Locator => page.getByRole('textbox', { name: /^Body/ })

  const isStored = (expected: string): Promise<void> => assertStored(page, instance, expected)

  const pastes: [string, string, string][] = [
    [
      'Word',
      word,
      '<h1>Minutes of the meeting</h1><p>We met on <strong>Monday</strong> and <em>agreed</em>:</p>' +
        '<ul><li>Buy flour<ul><li>Rye</li></ul></li><li>Bake bread</li></ul>' +
        '<ol><li>First</li><li>Second</li></ol>' +
        '<table><tbody><tr><td>Who</td><td>What</td></tr></tbody></table>' +
        '<p><a href="https://example.com/">議事録</a></p>',
    ],
    [
      'a web page',
      `<meta charset='utf-8'><h2 class="title" style="color:red">News</h2><div class="lead"><span style="font-weight: 700">Bold</span> and <span style="font-style:italic">slanted</span><script>alert(1)</script></div><article><p onclick="x()">One <a href="https://a.b/" class="k" target="_blank">link</a></p><div>loose<br>text</div></article><button>Subscribe</button>`,
      '<h2>News</h2><p><strong>Bold</strong> and <em>slanted</em></p><p>One <a href="https://a.b/">link</a></p><p>loose<br>text</p>',
    ],
    [
      'Google Docs',
      `<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">Docs</span><span> text</span></p><ul><li dir="ltr"><p role="presentation"><span>one</span></p></li></ul></b>`,
      '<p><strong>Docs</strong> text</p><ul><li>one</li></ul>',
    ],
    [
      'a table with aligned cells',
      `<table><tr><td style="color:red;text-align:right">1</td><td align="CENTER">2</td><td align="justify">3</td><td><p align="center" style="text-align:center">4</p></td></tr></table>`,
      '<table><tbody><tr><td align="right">1</td><td align="center">2</td><td>3</td><td align="center">4</td></tr></tbody></table>',
    ],
  ]
  for (const [name, html, expected] of pastes) {
    it(`converts a paste from ${name} to plain semantic markup`, async () => {
      await copy(page, `'text/html': ${JSON.stringify(html)}, 'text/plain': 'words'`)
      await page.keyboard.press('Control+V')
      await isStored(expected)
    })
  }

  it('edits a table without inline styles, which the CSP blocks', async () => {
    // Earlier pastes contained styles.
    complaints.length = 0
    const table = '<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>'
    await copy(page, `'text/html': ${JSON.stringify(table)}, 'text/plain': 'words'`)
    await page.keyboard.press('Control+V')
    await body().getByRole('cell', { name: '2' }).click()
    await page.keyboard.type('3')
    await isStored(table.replace('>2<', '>23<'))
    assert.deepEqual(complaints, [])
  })

  const shortcuts: [string, string, string][] = [
    ['## Title', 'h2', 'Title'],
    ['- one', 'ul > li', 'one'],
    ['1. one', 'ol > li', 'one'],
    ['> said', 'blockquote > p', 'said'],
    ['**bold** x', 'p > strong', 'bold'],
    ['*slanted* x', 'p > em', 'slanted'],
    ['`code` x', 'p > code', 'code'],
    ['~~gone~~ x', 'p > s', 'gone'],
    ['```ts let a', 'pre > code.language-ts', 'let a'],
  ]
  it('supports Markdown shortcuts', async () => {
    for (const [typed, selector, text] of shortcuts) {
      await emptyBody()
      await page.keyboard.type(typed)
      const shown = () => body().locator(selector).allTextContents()
      await eventually(async () => isDeepStrictEqual(await shown(), [text]), {
        otherwise: () => typed,
      })
    }
  })

  const nihon = ['n', 'に', 'にh', 'にほ', 'にほん', '日本']

  it('accepts composed Japanese text, and Enter during composition creates no block', async () => {
    await compose(ime, nihon, '日本')
    await compose(ime, ['g', 'ご', '語'], '語')
    await page.keyboard.press('Enter')
    await compose(ime, ['か', 'かな'], 'かな')
    await isStored('<p>日本語</p><p>かな</p>')
  })

  it('inserts Japanese text once in a heading, a list and between words', async () => {
    await page.keyboard.type('## ')
    await compose(ime, nihon, '日本')
    await page.keyboard.press('Enter')
    await page.keyboard.type('- ')
    await compose(ime, nihon, '日本')
    await page.keyboard.type(' b')
    await page.keyboard.press('ArrowLeft')
    await compose(ime, ['ご', '語'], '語')
    await isStored('<h2>日本</h2><ul><li>日本 語b</li></ul>')
  })

  it('does not choose a block from the menu while composing', async () => {
    await page.keyboard.type('/')
    await page.getByRole('listbox', { name: 'Insert' }).waitFor()
    await compose(ime, ['ひ', 'ひょ', '表'], '表')
    await isStored('<p>/表</p>')
  })

  it('accepts Japanese text in a single-line field and in search', async () => {
    await title().fill('')
    await compose(ime, nihon, '日本')
    await hasValue(title(), '日本')
    await saveText(page)
    const address = page.url()
    await page.goto(`${instance.url}/main/contents?model=article`)
    await page.getByLabel('Search all text').focus()
    await compose(ime, ['み', 'みな', 'みなと', '港'], '港')
    await page.waitForURL(/contains=%E6%B8%AF$/)
    await hasValue(page.getByLabel('Search all text'), '港')
    await page.goto(address)
    await page.locator('main input[value="日本"]').first().waitFor()
  })

  it('does not submit a form while composing', async () => {
    const address = page.url()
    await page.goto(`${instance.url}/main/settings/keys`)
    await page.getByRole('button', { name: 'New key' }).click()
    const name = page.getByLabel('Name', { exact: true })
    await name.focus()
    await compose(ime, nihon, '日本')
    await hasValue(name, '日本')
    await page.getByRole('button', { name: 'Create key' }).waitFor()
    await page.goto(address)
    await body().waitFor()
  })
})
