/** Small things that editors do all day: find, select, publish, write and paste. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import { noChromium } from '../chromium.ts'
import { hasValue, type Instance } from './browser.ts'
import { caretToEnd, isSelected } from './caret.ts'
import { copy } from './clipboard.ts'
import { compareWithRemovedField } from './screen-acts.ts'
import { textsIn } from './seen.ts'
import { storedField } from './stored-text.ts'
import { useStudio } from './suite.ts'

/** Ids in the demo are always the same. */
const article = 47

describe('everyday work in Studio', { skip: noChromium }, () => {
  let instance: Instance
  let page: Page
  let complaints: string[]

  useStudio((studio) => {
    ;({ instance, page, complaints } = studio)
  })

  const go = (path: string): Promise<unknown> => page.goto(`${instance.url}/main/${path}`)
  const button = (name: string | RegExp, within: Locator | Page = page): Locator =>
    within.getByRole('button', { name, exact: true })
  const rows = (): Locator => page.locator('tbody').getByRole('row')
  const body = (): Locator => page.getByRole('textbox', { name: /^Body/ }).last()

  async function post(path: string, data: object): Promise<Record<string, unknown>> {
    const headers = { 'X-Octavo-Studio': '1' }
    const url = `${instance.url}/admin/api/roots/main/${path}`
    const response = await page.request.post(url, { headers, data })
    assert.equal(response.status(), 200, await response.text())
    return (await response.json()) as Record<string, unknown>
  }

  const focused = (locator: Locator): Promise<void> => page.locator(':focus').and(locator).waitFor()
  const selected = (name: string | RegExp): Locator =>
    page.getByRole('option', { name }).and(page.locator('[data-combobox-selected]'))

  /** Chooses the field of a new filter with the keyboard. The input of its value has the focus then. */
  async function filterByAuthor(): Promise<void> {
    await rows().first().waitFor()
    await button('Filter').click()
    await focused(page.getByRole('combobox', { name: 'Field' }))
    await page.keyboard.type('Auth')
    await selected('Author').waitFor()
    await page.keyboard.press('Enter')
    await focused(page.getByRole('textbox', { name: 'Value' }))
    await hasValue(page.getByRole('combobox', { name: 'Field' }), 'Author')
  }

  describe('a list', () => {
    it('takes a filter that is typed without the mouse', async () => {
      await go('contents?model=article')
      await filterByAuthor()
      await page.keyboard.type('Hana')
      const authors = page.getByRole('listbox', { name: 'Value' }).getByRole('option')
      await authors.filter({ hasText: 'Hana Morikawa' }).waitFor()
      // The options for the complete text replace the ones that are selected in now.
      await authors.filter({ hasNotText: 'Hana' }).first().waitFor({ state: 'detached' })
      await page.keyboard.press('ArrowDown')
      await selected(/^Hana Morikawa/).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/author/)
    })

    it('leaves room for titles beside five columns, and keeps them in view', async () => {
      await go('contents?model=article&columns=slug,kind,author,category,issue')
      const title = rows().first().getByRole('link')
      await title.waitFor()
      const head = page.getByRole('columnheader', { name: 'Title' })
      const placed = await head.boundingBox()
      assert.ok(placed && placed.width >= 280, String(placed?.width))
      await page.getByRole('columnheader', { name: 'Updated' }).scrollIntoViewIfNeeded()
      const scrolled = await page.evaluate<number>(
        "document.querySelector('main table').parentElement.scrollLeft",
      )
      assert.ok(scrolled > 0)
      const later = await head.boundingBox()
      assert.equal(later?.x, placed.x)
    })

    it('shows the status in the language of the list', async () => {
      const made = await post('contents', {
        model: 'article',
        languages: { en: { fields: { title: 'Only in English' } } },
      })
      await go('contents?model=article&lang=ja&order=-_created_at')
      const cells = rows().filter({ hasText: 'Only in English' }).getByRole('cell')
      await cells.nth(2).getByText('No content', { exact: true }).waitFor()
      await go(`contents/${Number(made['id'])}`)
      await page.getByRole('heading', { name: 'Only in English' }).waitFor()
    })

    it('is searched in all languages, and names the one that matched', async () => {
      await go('contents?model=article')
      await page.locator('input[type=search]').fill('塩、二度')
      const found = rows().filter({ hasText: 'Salt, twice' })
      await found.getByText('Found in Japanese').waitFor()
      await rows().nth(1).waitFor({ state: 'detached' })
      await page.locator('input[type=search]').fill('Salt, twice')
      await page.getByText('Found in').waitFor({ state: 'detached' })
      await found.waitFor()
    })

    it('offers items in a picker by their title in any language', async () => {
      await go('contents?model=article')
      await filterByAuthor()
      await page.getByRole('textbox', { name: 'Value' }).fill('森川')
      await page.getByRole('option', { name: /^Hana Morikawa.*Found in Japanese/ }).waitFor()
    })

    it('names its order, also if no column shows it', async () => {
      await go('contents?order=-_created_at,_title')
      await page.getByText('Sorted by Created, descending; Title, ascending').waitFor()
      await button('Updated').click()
      await page.getByText('Sorted by Updated, descending').waitFor()
      const header = page.getByRole('columnheader', { name: 'Updated' })
      await header.and(page.locator('[aria-sort=descending]')).waitFor()
    })

    it('returns to the search while rows are selected', async () => {
      await go('contents?model=article')
      await page.locator('tbody input[type=checkbox]').first().click()
      await page.getByRole('toolbar', { name: 'Actions for selected items' }).waitFor()
      await page.keyboard.press('/')
      await page.locator('input[type=search]:focus').waitFor()
    })

    it('reports items that are already published without an error', async () => {
      const { id } = await post('contents', {
        model: 'category',
        languages: { en: { fields: { name: 'Published before', slug: 'published-before' } } },
      })
      await post('contents/bulk', { action: 'publish', ids: [id] })
      await go('contents?model=category&order=-_created_at')
      await rows().first().getByRole('checkbox', { name: 'Select Published before' }).click()
      await button('Publish').click()
      await button('Publish', page.getByRole('dialog')).click()
      await page.getByRole('status').getByText('Already published: 1').waitFor()
      assert.equal(await page.getByRole('alert').count(), 0)
    })
  })

  describe('the palette', () => {
    const palette = (): Locator => page.getByRole('dialog', { name: 'Search everything' })
    const option = (name: RegExp): Locator => palette().getByRole('option', { name })
    const open = async (): Promise<void> => {
      await page.keyboard.press('Control+k')
      await palette().locator('input:focus').waitFor()
    }

    it('finds items in all languages with the keyboard alone', async () => {
      await go('calendar')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await open()
      await page.keyboard.insertText('塩、二度')
      await selected(/^Salt, twice/).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Salt, twice' }).waitFor()
      await palette().waitFor({ state: 'detached' })
    })

    it('offers the items that were opened last', async () => {
      await open()
      const first = palette().getByRole('option').first()
      await first.getByText('Salt, twice').waitFor()
      await page.keyboard.press('Escape')
      await palette().waitFor({ state: 'detached' })
    })

    it('orders items by the match of their title, then by time', async () => {
      const later = [1, 2, 3, 4, 5, 6].map((number) => `Azither ${number}`)
      for (const name of ['Zither', 'Old zither', 'Zithers', ...later]) {
        const slug = name.toLowerCase().replaceAll(' ', '-')
        await post('contents', { model: 'category', languages: { en: { fields: { name, slug } } } })
      }
      await open()
      await page.keyboard.insertText('zither')
      await selected(/^Zither/).waitFor()
      const texts = await palette().getByRole('option').allInnerTexts()
      const names = texts.map((text) => text.split('\n', 1)[0])
      assert.deepEqual(names.slice(0, 4), ['Zither', 'Zithers', 'Old zither', 'Azither 6'])
    })

    it('opens pages, and searches all text', async () => {
      await go('media')
      await button(/^Search/).click()
      await palette().locator('input:focus').waitFor()
      await page.keyboard.type('webhooks')
      await selected(/^Webhooks/).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
      await open()
      await page.keyboard.type('driftwood')
      await option(/Search all text for “driftwood”/).click()
      await page.waitForURL(/contains=driftwood/)
      await rows().first().waitFor()
    })

    it('leaves the key to rich text, and lists all keys on “?”', async () => {
      await go(`contents/${article}`)
      await body().click()
      await page.keyboard.press('Control+k')
      const link = page.getByRole('form', { name: 'Link' })
      await link.locator(':focus').waitFor()
      await page.keyboard.press('Escape')
      await link.waitFor({ state: 'detached' })
      await page.locator('main h1').click()
      await page.keyboard.press('?')
      const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await shortcuts.getByText('Save now').waitFor()
      assert.equal(await palette().count(), 0)
      await page.keyboard.press('Control+k')
      await page.keyboard.press('Escape')
      await shortcuts.waitFor({ state: 'detached' })
      assert.equal(await palette().count(), 0)
    })
  })

  it('shows the same time of the last update in the list and in the editor', async () => {
    await go('contents?model=article&order=-_updated_at')
    const time = rows().first().getByRole('cell').last()
    const listed = await time.getAttribute('title')
    await rows().first().getByRole('link').first().click()
    const updated = page.getByRole('region', { name: 'Details' }).locator('dt', {
      hasText: /^Updated$/,
    })
    assert.equal(await updated.locator('+ dd').getAttribute('title'), listed)
  })

  it('asks before it publishes an item that refers to a draft', async () => {
    const { id: authorId } = await post('contents', {
      model: 'author',
      languages: { en: { fields: { name: 'Not yet published' } } },
    })
    const { id } = await post('contents', {
      model: 'article',
      languages: { en: { fields: { title: 'With a draft author', author: authorId } } },
    })
    await go(`contents/${Number(id)}`)
    await button(/^Publish/).click()
    const ask = page.getByRole('dialog', { name: /Referenced items that are not published: 1/ })
    await ask.getByRole('link', { name: 'Not yet published' }).waitFor()
    await button('Cancel', ask).click()
    await ask.waitFor({ state: 'detached' })
  })

  it('shows on the Models screen what the API returns', async () => {
    await go('models?model=article')
    const path = '/contents?model=article&limit=1'
    const shown = page.getByRole('complementary', { name: 'API response' })
    const { body: returned } = await post('explorer', { view: 'draft', path })
    const text = await shown.getByLabel(`GET /v1${path}`, { exact: true }).textContent()
    assert.deepEqual(JSON.parse(text ?? ''), JSON.parse(String(returned)))
    await shown.getByRole('link', { name: 'Open in the API explorer' }).click()
    await page.getByText(`GET /v1/contents?model=article&limit=10`).waitFor()
    await page.getByRole('radiogroup', { name: 'Library' }).getByText('Media').click()
    await page.getByLabel('Type', { exact: true }).fill('image')
    await page.getByText('GET /v1/media?type=image&limit=10', { exact: true }).waitFor()
    await button('Send').click()
    await page.getByRole('status').getByText('200').waitFor()
    await page.getByText('const page = await client.media.list({').waitFor()
  })

  it('asks before changes of settings are lost', async () => {
    await go('settings/spaces')
    await page.getByLabel('Name', { exact: true }).first().fill('Renamed')
    await page.getByRole('link', { name: 'Media', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave this page?' })
    await button('Keep editing', dialog).click()
    await page.getByRole('link', { name: 'Media', exact: true }).click()
    await button('Discard changes', dialog).click()
    await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor()
  })

  it('shows three columns of a list at 1280 px without scrolling, and no name of a column is cut', async () => {
    await go('contents?model=event&columns=kind,starts,ends')
    await rows().first().waitFor()
    const sizes = await page.evaluate<number[]>(`(() => {
      const table = document.querySelector('main table')
      const cut = [...table.querySelectorAll('th, td:nth-child(6)')]
        .filter((cell) => cell.scrollWidth > cell.clientWidth)
      const title = table.querySelector('th:nth-child(2)').clientWidth
      return [window.innerWidth, table.parentElement.scrollWidth - table.parentElement.clientWidth,
        cut.length, title]
    })()`)
    assert.deepEqual(sizes.slice(0, 3), [1280, 0, 0])
    assert.ok((sizes[3] ?? 0) >= 230, `the title has ${sizes[3]} px`)
  })

  it('has buttons of at least 24 px to remove tags', async () => {
    await go('contents/47')
    const remove = page.locator('.mantine-Pill-remove').first()
    const box = await remove.boundingBox()
    assert.deepEqual([(box?.width ?? 0) >= 24, (box?.height ?? 0) >= 24], [true, true])
  })

  it('filters by one entry of a list in the API explorer', async () => {
    await go('explorer?model=article')
    const form = page.getByRole('group', { name: 'Filters', exact: true })
    await button('Filter by entries', form).click()
    const group = form.getByRole('group', { name: 'Group of filters' })
    await group.getByLabel('List').selectOption('details')
    await group.getByLabel('Entries that match').selectOption('every')
    await button('Add filter', group).click()
    await group.getByRole('combobox', { name: 'Field' }).fill('Label')
    await page.keyboard.press('Enter')
    await group.getByLabel('Condition').selectOption('startswith')
    await group.getByLabel('Value').fill('S')
    await button('Apply', group).click()
    const where = JSON.stringify({ details: { $every: { label: { startswith: 'S' } } } })
    const path = `/contents?model=article&limit=10&where=${encodeURIComponent(where)}`
    await page.getByText(`GET /v1${path.replaceAll('%2C', ',')}`, { exact: true }).waitFor()
    await button('Send').click()
    await page.getByRole('status').getByText('200').waitFor()
  })

  it('warns that a new LUID breaks sites that read the old one', async () => {
    const url = `${instance.url}/main/models?model=article`
    await page.goto(url)
    await page.getByRole('textbox', { name: 'LUID', exact: true }).first().fill('story')
    await button(/^Review/).click()
    await page.getByText('The API uses the new names immediately').waitFor()
  })

  describe('text', () => {
    before(async () => {
      await go(`contents/${article}`)
      await body().waitFor()
    })

    it('counts words and characters', async () => {
      const counts = page.getByText(/^[\d,]+ words · [\d,]+ characters$/).first()
      const shown = await counts.textContent()
      await caretToEnd(body())
      await page.keyboard.type(' two words')
      const [words = 0, characters = 0] = (shown ?? '')
        .match(/[\d,]+/g)
        ?.map((part) => Number(part.replace(',', ''))) ?? [0, 0]
      const next = `${(words + 2).toLocaleString('en-GB')} words · ${(characters + 10).toLocaleString('en-GB')} characters`
      await page.getByText(next, { exact: true }).waitFor()
    })

    it('opens the insert menu with the slash of a Japanese keyboard', async () => {
      const menu = page.getByRole('listbox', { name: 'Insert' })
      await caretToEnd(body())
      await page.keyboard.press('Enter')
      await page.keyboard.insertText('／')
      await menu.waitFor()
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'detached' })
      await page.keyboard.press('Backspace')
    })

    it('focuses the input of a dialog', async () => {
      await button('Insert').click()
      await page.getByRole('option', { name: /HTML/ }).click()
      await page.getByRole('dialog').locator('textarea:focus').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    })

    it('edits a link in a form whose controls have names', async () => {
      await caretToEnd(body())
      await page.keyboard.type('elsewhere')
      await page.keyboard.press('Control+Shift+ArrowLeft')
      await isSelected(body(), 'elsewhere')
      await button('Link').click()
      const form = page.getByRole('form', { name: 'Link' })
      await form.getByRole('textbox', { name: 'Link URL' }).fill('example.com')
      await button('Apply', form).click()
      await body().locator('a[href="https://example.com"]').waitFor()
    })

    it('marks a pasted image of another site and does not store it', async () => {
      await caretToEnd(body())
      const src = 'https://images.example/kept-elsewhere.png'
      await copy(page, `'text/html': '<p>Pasted <img src="${src}" alt="A boat"></p>'`)
      await page.keyboard.press('Control+V')
      await body().getByText('Image not copied.').waitFor()
      let stored = ''
      await eventually(async () => {
        stored = String(await storedField(page, instance, 'body'))
        return stored.includes('Pasted')
      })
      assert.doesNotMatch(stored, /kept-elsewhere|missing-image/)
    })

    it('uploads a pasted image whose bytes are on the clipboard', async () => {
      const pixel =
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
      await caretToEnd(body())
      await copy(
        page,
        `'text/html': '<p>With bytes <img src="data:image/png;base64,${pixel}" alt="Dot"></p>'`,
      )
      await page.keyboard.press('Control+V')
      await body().locator('img[src*="Dot"]').waitFor()
    })
  })

  it('names the item to which a field referred that was removed since', async () => {
    await go('models')
    await compareWithRemovedField({ page, instance, t: textsIn('en') })
    const removed = page.getByRole('region', { name: 'Removed fields' })
    await removed.getByText('The hour when nothing moves').waitFor()
  })

  it('caused no error in the browser', () => {
    assert.deepEqual(complaints, [])
  })
})
