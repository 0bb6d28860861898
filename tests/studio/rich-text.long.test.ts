/** Blocks of flexible text: images, the insert menu, the block menu, embeds, links to items, search. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BrowserContext, CDPSession, Locator, Page } from 'playwright-core'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import { noChromium } from '../chromium.ts'
import { axeViolations, type Instance } from './browser.ts'
import { caretAfter, isSelected } from './caret.ts'
import { copy } from './clipboard.ts'
import { compose } from './input-method.ts'
import { createTextPage, type TextPage } from './text-page.ts'
import { useStudio } from './suite.ts'

describe('blocks of flexible text', { skip: noChromium }, () => {
  let instance: Instance
  let context: BrowserContext
  let page: Page
  let ime: CDPSession
  let text: TextPage
  let complaints: string[]
  let image: string

  useStudio(async (studio) => {
    ;({ instance, context, page, complaints } = studio)
    ime = await context.newCDPSession(page)
    text = createTextPage(page, instance)
    const media = (await text.callApi('GET', '/media')) as { rows: { url: string }[] }
    image = `<img src="${media.rows[0]?.url}" alt="Two boats">`
  })

  const button = (name: string | RegExp): Locator =>
    page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
  const option = (name: string | RegExp): Locator =>
    page.getByRole('listbox', { name: 'Insert' }).getByRole('option', { name })

  describe('an image', () => {
    it('gets alt text, a size and an alignment', async () => {
      const id = await text.open(`<p>Words</p><figure>${image}</figure>`)
      const figure = text.body().locator('figure')
      await figure.getByText('Caption').or(figure.locator('img')).first().waitFor()
      await figure.hover()
      await button('Image settings').click()
      await page.getByRole('textbox', { name: 'Alternative text' }).fill('船が二隻')
      await page.getByText('50%', { exact: true }).click()
      await page.getByText('Center', { exact: true }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('textbox', { name: 'Alternative text' }).waitFor({ state: 'detached' })
      const stored = image.replace('Two boats', '船が二隻').replace('>', ' width="50%">')
      await text.assertStored(
        id,
        `<p>Words</p><figure data-service-ftelm="image" data-service-align="center">${stored}</figure>`,
      )
    })

    it('has a caption that an input method can write, and Enter continues below', async () => {
      const id = await text.open(`<figure>${image}</figure>`)
      await text.body().locator('figcaption').click()
      await compose(ime, ['ふ', 'ふね', '船'], '船')
      await text.body().locator('figcaption', { hasText: '船' }).waitFor()
      await page.keyboard.press('Enter')
      await page.keyboard.type('below')
      await text.assertStored(
        id,
        `<figure>${image}<figcaption>船</figcaption></figure><p>below</p>`,
      )
    })
  })

  describe('the insert menu', () => {
    it('finds blocks by name, and shows groups and descriptions', async () => {
      const id = await text.open('<p>Words</p>')
      await button('Insert').click()
      await option(/^Heading Title of a section/).waitFor()
      await page.getByText('Media and embeds').waitFor()
      await page.getByRole('combobox', { name: 'Search blocks' }).fill('number')
      await option(/^Numbered list/).waitFor()
      await option(/^Heading/).waitFor({ state: 'detached' })
      await page.keyboard.press('Enter')
      await text.body().locator('ol').waitFor()
      await text.assertStored(id, '<ol><li><p>Words</p></li></ol>')
    })

    it('does not choose the block while an input method composes', async () => {
      await text.open('<p>Words</p>')
      await button('Insert').click()
      const search = page.getByRole('combobox', { name: 'Search blocks' })
      await search.focus()
      await compose(ime, ['ひ', 'ひょう', '表'], '表')
      await page.getByText('No block matches.').waitFor()
      assert.equal(await search.inputValue(), '表')
      await page.keyboard.press('Escape')
      await search.waitFor({ state: 'detached' })
    })

    it('stays inside a low window', async () => {
      const { width = 0, height = 0 } = page.viewportSize() ?? {}
      const low = 560
      await page.setViewportSize({ width, height: low })
      await text.open('<p>Words</p>')
      await button('Insert').click()
      const list = page.getByRole('listbox', { name: 'Insert' })
      await eventually(async () => {
        const box = await list.boundingBox()
        return box !== null && box.height > 80 && box.y >= 0 && box.y + box.height <= low
      })
      await page.keyboard.press('Escape')
      await list.waitFor({ state: 'detached' })
      await page.setViewportSize({ width, height })
    })

    it('leaves the typed line visible', async () => {
      const id = await text.open('<p>Words</p>')
      await page.keyboard.press('Enter')
      await page.keyboard.type('/')
      const list = page.getByRole('listbox', { name: 'Insert' })
      // The menu gets its position a moment after it appears.
      await eventually(async () => {
        const line = await text.body().locator('p').last().boundingBox()
        const menu = await list.boundingBox()
        if (!line || !menu) return false
        return menu.y >= line.y + line.height - 4 || menu.y + menu.height <= line.y + 4
      })
      await page.keyboard.type('divi')
      await option(/^Divider/).waitFor()
      await option(/^Heading/).waitFor({ state: 'detached' })
      await page.keyboard.press('Enter')
      await text.body().locator('hr').waitFor()
      await text.assertStored(id, '<p>Words</p><hr>')
    })
  })

  describe('the block menu', () => {
    const three = '<p>One</p><h2 id="user-content-x">Two</h2><p>Three</p>'

    it('moves and duplicates the block with the caret by keyboard', async () => {
      const id = await text.open(three)
      await page.keyboard.press('Alt+Shift+ArrowUp')
      await page.keyboard.press('Alt+Shift+ArrowUp')
      await page.keyboard.type('!')
      await page.keyboard.press('Alt+Shift+ArrowDown')
      await text.assertStored(id, '<p>One</p><p>Three!</p><h2 id="user-content-x">Two</h2>')
      await caretAfter(text.body(), 'Two')
      await page.keyboard.press('Control+Shift+D')
      await text.assertStored(
        id,
        '<p>One</p><p>Three!</p><h2 id="user-content-x">Two</h2><h2>Two</h2>',
      )
    })

    it('moves one item of a list', async () => {
      const id = await text.open('<ul><li>a</li><li>b</li></ul><p>c</p>')
      await caretAfter(text.body(), 'b')
      await page.keyboard.press('Alt+Shift+ArrowUp')
      await text.assertStored(id, '<ul><li>b</li><li>a</li></ul><p>c</p>')
    })

    it('turns a block into another and deletes it, from the handle', async () => {
      const id = await text.open(three)
      const handle = page.locator('[data-text-area]').getByRole('button', { name: 'Block actions' })
      await text.body().getByText('One', { exact: true }).hover()
      await handle.click()
      await page.getByRole('menuitem', { name: 'Quote' }).click()
      await text.body().locator('blockquote').waitFor()
      await text.body().getByText('Two', { exact: true }).hover()
      await handle.click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await text.assertStored(id, '<blockquote><p>One</p></blockquote><p>Three</p>')
    })

    it('is in the toolbar, too', async () => {
      const id = await text.open(three)
      await page
        .locator('.mantine-RichTextEditor-toolbar')
        .getByRole('button', { name: 'Block actions' })
        .press('Enter')
      await page.getByRole('menuitem', { name: /^Move up/ }).click()
      await text.assertStored(id, '<p>One</p><p>Three</p><h2 id="user-content-x">Two</h2>')
    })
  })

  describe('paste', () => {
    const paste = async (plain: string): Promise<void> => {
      await copy(page, `'text/plain': ${JSON.stringify(plain)}`)
      await page.keyboard.press('Control+V')
    }

    it('turns the address of a video into a frame, and others into links', async () => {
      const id = await text.open('')
      await paste('https://youtu.be/dQw4w9WgXcQ')
      await text.body().getByText('youtube-nocookie.com').waitFor()
      await page.keyboard.press('Control+End')
      await paste('https://x.com/someone/status/20')
      await text.body().locator('a').waitFor()
      await text.assertStored(
        id,
        '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" width="560" height="315" loading="lazy" allowfullscreen="" sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"></iframe>' +
          '<p><a href="https://x.com/someone/status/20">https://x.com/someone/status/20</a></p>',
      )
    })

    it('says why a frame is refused', async () => {
      await text.open('<p>Words</p>')
      await button('Insert').click()
      await option(/^Video or post/).click()
      const address = page.getByRole('textbox', { name: 'Address of the video, map or post' })
      await address.fill('https://x.com/someone/status/20')
      await address.press('Enter')
      await page.getByText('Frames from platform.twitter.com are not allowed.').waitFor()
      await page.keyboard.press('Escape')
      await address.waitFor({ state: 'detached' })
    })

    it('converts Markdown to blocks', async () => {
      const id = await text.open('')
      await paste('# 港\n\nSome **bold** text\n\n- one\n- two')
      await text.assertStored(
        id,
        '<h1>港</h1><p>Some <strong>bold</strong> text</p><ul><li>one</li><li>two</li></ul>',
      )
    })

    it('keeps Markdown in a code block', async () => {
      const id = await text.open('<pre><code>a</code></pre>')
      await caretAfter(text.body(), 'a')
      await paste(' **b**')
      await text.assertStored(id, '<pre><code>a **b**</code></pre>')
    })
  })

  it('links to an item, found by Ctrl+K', async () => {
    const id = await text.open('<p>Read more</p>')
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await isSelected(text.body(), 'more')
    await page.keyboard.press('Control+K')
    const picker = page.getByRole('textbox', { name: 'Or link to an item' })
    await picker.fill('Salt, twice')
    await page.getByRole('option', { name: /^Salt, twice/ }).click()
    await picker.waitFor({ state: 'detached' })
    await text.body().locator('a[data-service-content-id]', { hasText: 'more' }).waitFor()
    const found = (await text.callApi('GET', '/contents?_title[contains]=Salt, twice')) as {
      rows: { id: number }[]
    }
    const target = `data-service-ftelm="content" data-service-content-id="${found.rows[0]?.id}"`
    await text.assertStored(id, `<p>Read <a ${target}>more</a></p>`)
  })

  it('finds and replaces text', async () => {
    const id = await text.open('<p>Tea, <b>t</b>ea</p><p>お茶 and tea</p>')
    await page.keyboard.press('Control+H')
    const bar = page.getByRole('search', { name: 'Find and replace' })
    await bar.getByRole('textbox', { name: 'Find' }).fill('TEA')
    await bar.getByText('3 of 3').waitFor()
    await bar.getByRole('button', { name: 'Next match' }).click()
    await bar.getByText('1 of 3').waitFor()
    await bar.getByRole('textbox', { name: 'Replace with' }).fill('tea tea')
    await bar.getByRole('button', { name: 'Replace', exact: true }).click()
    await text.body().getByText('tea tea, tea').waitFor()
    await bar.getByRole('textbox', { name: 'Find' }).fill('お茶')
    await bar.getByText('1 of 1').waitFor()
    await bar.getByRole('textbox', { name: 'Replace with' }).fill('緑茶')
    await bar.getByRole('button', { name: 'Replace all' }).click()
    await bar.getByText('1 replaced').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await text.assertStored(id, '<p>tea tea, <b>t</b>ea</p><p>緑茶 and tea</p>')
  })

  it('shows only the text and its title in focus mode', async () => {
    await text.open('<p>Words</p>')
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await button('Focus mode').click()
    await navigation.waitFor({ state: 'hidden' })
    await page.getByRole('textbox', { name: /^Title/ }).waitFor()
    await page.getByText('Slug', { exact: true }).first().waitFor({ state: 'hidden' })
    await text.body().focus()
    await page.keyboard.press('Escape')
    await navigation.waitFor()
  })

  it('has no accessibility violations with all parts open, and no errors', async () => {
    await text.open(`<p>Words</p><figure>${image}<figcaption>Boats</figcaption></figure>`)
    await text.body().locator('figure').hover()
    await button('Image settings').click()
    await page.getByRole('textbox', { name: 'Alternative text' }).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Alternative text' }).waitFor({ state: 'detached' })
    await button('Insert').click()
    await option(/^Heading/).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Escape')
    await option(/^Heading/).waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  })
})
