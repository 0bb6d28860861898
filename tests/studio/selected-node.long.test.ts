/** Selected images, dividers and embeds in flexible text: outlined, kept when typing, removed by Delete. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BrowserContext, CDPSession, Locator, Page } from 'playwright-core'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import { noChromium } from '../chromium.ts'
import { axeViolations, type Instance } from './browser.ts'
import { copy } from './clipboard.ts'
import { compose } from './input-method.ts'
import { isSelected } from './caret.ts'
import { assertStored, saveText, storedField } from './stored-text.ts'
import { useStudio } from './suite.ts'
import { createTextPage, type TextPage } from './text-page.ts'

const element = 'data-service-ftelm'
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('a selected node in flexible text', { skip: noChromium }, () => {
  let instance: Instance
  let context: BrowserContext
  let page: Page
  let ime: CDPSession
  let textPage: TextPage
  /** An image as HTML. */
  let image: string
  /** One node of each kind as HTML. */
  let nodes: string[]

  // Shows the whole text, because the sticky toolbar would cover a scrolled one.
  useStudio(
    async (studio) => {
      ;({ instance, context, page } = studio)
      ime = await context.newCDPSession(page)
      textPage = createTextPage(page, instance)
      const media = (await textPage.callApi('GET', '/media')) as { rows: { url: string }[] }
      image = `<img src="${media.rows[0]?.url}" alt="Two boats">`
      nodes = [
        `<p>${image}</p>`,
        '<hr>',
        `<div ${element}="content" data-service-content-id="1">Tea</div>`,
        `<div ${element}="html"><b>raw</b></div>`,
        `<figure>${image}<figcaption>Boats</figcaption></figure>`,
      ]
    },
    { context: { viewport: { width: 1280, height: 2400 } } },
  )

  const body = (): Locator => textPage.body()
  const title = (): Locator => page.getByRole('textbox', { name: /^Title/ })
  /** Without the empty images that the editor adds next to a node for the caret. */
  const images = (): Locator => body().locator('img[src]:not(figure img)')
  /** The nodes, last one first, so that a change of one does not move the others. */
  const shown = (): Locator[] => [
    ...[2, 1, 0].map((at) => body().locator('.react-renderer').nth(at)),
    body().locator('hr'),
    images().first(),
  ]

  /** HTML of all nodes, each with a paragraph before it and `afterEach` after it. */
  const textWith = (...afterEach: string[]): string =>
    [...nodes.flatMap((node) => ['<p>Words</p>', node, ...afterEach]), '<p>End</p>'].join('')

  /** Opens a new article with this text and waits for its images. */
  async function open(html: string): Promise<void> {
    await textPage.open(html)
    await page.evaluate(
      `Promise.all([...document.querySelectorAll('.ProseMirror img[src]')].map((one) => one.decode()))`,
    )
  }

  const isStored = (expected: string): Promise<void> => assertStored(page, instance, expected)

  /** Clicks near the start of the node, where an embed has no button, and waits until it is selected. */
  async function select(node: Locator, clickCount = 1): Promise<void> {
    // The editor would count two clicks at nearly the same point of the window as a double click.
    await body().evaluate(({ editor }: Clicked) => void (editor.view.input.lastClick.time = 0))
    // A position is relative to the inside of the border.
    const position = await node.evaluate(({ clientLeft, clientTop, offsetHeight }: Box) => ({
      x: 8 - clientLeft,
      y: offsetHeight / 2 - clientTop,
    }))
    await node.click({ position, clickCount })
    await selected(node).waitFor()
  }

  const selected = (node: Locator): Locator => node.and(page.locator('.selected-node'))

  /** The DOM types that are needed here. */
  interface Box {
    clientLeft: number
    clientTop: number
    offsetHeight: number
  }
  interface Clicked {
    editor: { view: { input: { lastClick: { time: number } } } }
  }
  interface Styled {
    ownerDocument: { defaultView: { getComputedStyle(of: Styled): Record<string, string> } }
  }

  const styleOf = (node: Locator, property: string): Promise<string | undefined> =>
    node.evaluate(
      (one: Styled, name) => one.ownerDocument.defaultView.getComputedStyle(one)[name],
      property,
    )

  /** Composes like an input method; most send a key event before the first reading. */
  async function composeJapanese(hasKey: boolean): Promise<void> {
    const key = { key: 'Process', code: 'KeyN', windowsVirtualKeyCode: 229 }
    if (hasKey) await ime.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
    await compose(ime, ['n', 'に', 'にほん', '日本'], '日本')
    await page.waitForFunction(`!document.querySelector('.ProseMirror').editor.view.composing`)
  }

  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) await page.keyboard.press(key)
  }

  async function paste(literal: string): Promise<void> {
    await copy(page, literal)
    await press('Control+V')
  }

  async function insert(block: string, text: string): Promise<void> {
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    await page.getByRole('option', { name: block }).click()
    await body().and(page.locator('.ProseMirror-focused')).waitFor()
    await page.keyboard.type(text)
  }

  /** Drops on a selected node, which is in view. `fill` is code that fills the DataTransfer `data`. */
  async function drop(on: Locator, fill: string): Promise<void> {
    const { x, y, height } = (await on.boundingBox()) ?? assert.fail('not on the page')
    await page.evaluate(`(() => {
      const data = new DataTransfer()
      ${fill}
      const at = { clientX: ${x + 8}, clientY: ${y + height / 2} }
      document.elementFromPoint(at.clientX, at.clientY).dispatchEvent(
        new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data, ...at }))
    })()`)
  }

  const entries: [name: string, enter: () => Promise<unknown>, entered: string][] = [
    ['text from keys', () => page.keyboard.type('two words'), '<p>two words</p>'],
    ['Japanese', () => composeJapanese(false), '<p>日本</p>'],
    ['Japanese after a key', () => composeJapanese(true), '<p>日本</p>'],
    ['a character without a key', () => page.keyboard.insertText('港'), '<p>港</p>'],
    ['Markdown', () => page.keyboard.type('## Sea'), '<h2>Sea</h2>'],
    ['text after Enter', () => press('Enter', 'x'), '<p>x</p>'],
    ['text after Shift+Enter', () => press('Shift+Enter', 'x'), '<p>x</p>'],
    ['pasted text', () => paste(`'text/plain': 'pasted'`), '<p>pasted</p>'],
    [
      'pasted paragraphs',
      () => paste(`'text/html': '<p>one</p><p>two</p>', 'text/plain': 'one two'`),
      '<p>one</p><p>two</p>',
    ],
    [
      'a pasted URL',
      () => paste(`'text/plain': 'https://example.com/'`),
      '<p><a href="https://example.com/">https://example.com/</a></p>',
    ],
    ['a callout', () => insert('Callout', 'x'), `<div ${element}="callout"><p>x</p></div>`],
    ['a code block', () => insert('Code block', 'x'), '<pre><code>x</code></pre>'],
  ]
  for (const [name, enter, entered] of entries) {
    it(`stays in place, and ${name} goes below it`, async () => {
      await open(textWith())
      for (const node of shown()) {
        await select(node)
        await enter()
      }
      await isStored(textWith(entered))
    })
  }

  for (const key of ['Backspace', 'Delete']) {
    it(`is deleted by ${key}, and Undo restores it`, async () => {
      await open(textWith())
      for (const node of shown()) {
        await select(node)
        await press(key)
      }
      await isStored(`<p>Words</p><p></p>${'<p>Words</p>'.repeat(4)}<p>End</p>`)
      await body().focus()
      await press(...nodes.map(() => 'Control+Z'))
      await isStored(textWith())
    })
  }

  it('stays when text is dropped on it', async () => {
    await open(textWith())
    for (const node of shown()) {
      await select(node)
      await drop(node, `data.setData('text/plain', 'dropped')`)
    }
    await saveText(page)
    const text = String(await storedField(page, instance, 'body'))
    assert.equal(text.match(/dropped/g)?.length, nodes.length)
    assert.equal(text.match(/<img|<hr>|="content"|="html"|<figure>/g)?.length, nodes.length + 1)
  })

  it('stays when a file is dropped on it, and the file goes below', async () => {
    await open(`<p>Words</p><p>${image}</p><p>End</p>`)
    await select(images())
    await drop(
      images(),
      `const bytes = Uint8Array.from(atob('${png}'), (one) => one.charCodeAt(0))
       data.items.add(new File([bytes], 'dot.png', { type: 'image/png' }))`,
    )
    await body().locator('figure img').waitFor({ state: 'attached' })
    await saveText(page)
    const text = String(await storedField(page, instance, 'body'))
    const [, below = ''] = text.split(`<p>Words</p><p>${image}</p>`)
    assert.match(below, /^<figure><img [^>]*dot\.png[^>]*><\/figure><p>End<\/p>$/)
  })

  it('is followed by typed text when it is inline', async () => {
    for (const enter of [
      () => page.keyboard.type('日本'),
      () => composeJapanese(false),
      () => composeJapanese(true),
      () => paste(`'text/plain': '日本'`),
    ]) {
      await open(`<p>Before ${image} after</p>`)
      await select(images())
      await enter()
      await isStored(`<p>Before ${image}日本 after</p>`)
    }
  })

  it('is followed by a new paragraph on Enter when it is inline', async () => {
    await open(`<p>Before ${image}after</p>`)
    await select(images())
    await press('Enter', 'x')
    await isStored(`<p>Before ${image}</p><p>xafter</p>`)
  })

  it('puts text into the empty paragraph below it', async () => {
    await open(`<p>${image}</p><p></p><p>End</p>`)
    await select(images())
    await press('x')
    await isStored(`<p>${image}</p><p>x</p><p>End</p>`)
  })

  it('keeps text in its list item and its table cell', async () => {
    const lists = (text: string): string =>
      `<ul><li>${image}${text}</li></ul><table><tbody><tr><td>${image}${text}</td><td>1</td></tr></tbody></table>`
    await open(lists(''))
    for (const at of [0, 1]) {
      await select(images().nth(at))
      await press('x')
    }
    await isStored(lists('<p>x</p>'))
  })

  it('stays when it is the only content of a range', async () => {
    await open(`<p>Words</p><p>${image}</p><p>End</p>`)
    await select(images(), 3)
    assert.equal(await styleOf(images(), 'outlineStyle'), 'solid')
    await press('x')
    await isStored(`<p>Words</p><p>${image}</p><p>x</p><p>End</p>`)
  })

  it('stays when text is typed next to it, while text in a range is replaced', async () => {
    await open(`<p>Words</p><p>${image}</p>`)
    await body().locator('p').first().click({ clickCount: 3 })
    await isSelected(body(), 'Words')
    await page.keyboard.type('New')
    await select(images())
    await press('ArrowLeft', 'l')
    await select(images())
    await press('ArrowRight', 'r')
    await isStored(`<p>New</p><p>l${image}r</p>`)
  })

  it('is outlined, alone and in a range', async () => {
    await open(textWith())
    for (const node of shown()) {
      await body().focus()
      await press('Control+Home')
      await selected(node).waitFor({ state: 'detached' })
      assert.equal(await styleOf(node, 'outlineStyle'), 'none')
      await select(node)
      assert.equal(await styleOf(node, 'outlineStyle'), 'solid')
      assert.equal(await styleOf(node, 'outlineWidth'), '3px')
    }
    await press('Control+A')
    for (const node of shown()) {
      await selected(node).waitFor()
      assert.equal(await styleOf(node, 'outlineStyle'), 'solid')
    }
  })

  it('has a visible outline in light, dark and forced colours', async () => {
    await open(`<p>${image}</p><p>End</p>`)
    const accent = 'rgb(86, 120, 172)'
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await select(images())
      const isAccented = async (): Promise<boolean> =>
        (await styleOf(images(), 'outlineColor')) === accent
      await eventually(isAccented)
      await title().focus()
      await eventually(async () => !(await isAccented()))
      assert.equal(await styleOf(images(), 'outlineStyle'), 'solid')
    }
    await page.emulateMedia({ colorScheme: null, forcedColors: 'active' })
    await select(images())
    assert.equal(await styleOf(images(), 'outlineStyle'), 'solid')
    await page.emulateMedia({ forcedColors: null })
  })

  it('is announced with the available keys, without accessibility violations', async () => {
    await open(textWith())
    const announcement = page.locator('[aria-live]', { hasText: 'selected' })
    const names = ['Image', 'Element', 'Element', 'Divider', 'Image']
    for (const [at, node] of shown().entries()) {
      await select(node)
      await announcement
        .filter({ hasText: `${names[at]} selected.` })
        .waitFor({ state: 'attached' })
    }
    assert.deepEqual(await axeViolations(page), [])
    await body().locator('p').last().click()
    await announcement.waitFor({ state: 'detached' })
  })
})
