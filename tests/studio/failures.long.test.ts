/** Real failures while editing: no edits are lost, and the page shows the state. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { noChromium } from '../chromium.ts'
import { fillSignIn, openContext, signIn, type Instance } from './browser.ts'
import { octavo } from '../../packages/server/src/testing/octavo.ts'
import { copy } from './clipboard.ts'
import { openLine, type Line } from './line.ts'
import { useInstance } from './suite.ts'

describe('failures in Studio', { skip: noChromium }, () => {
  let instance: Instance
  let line: Line
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let address = ''

  useInstance(async (started) => {
    ;({ instance, browser } = started)
    line = await openLine(() => instance.url)
    context = await openContext(browser)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    page = await context.newPage()
    await signIn(page, instance, line.url)
    await page.getByRole('link', { name: 'Article', exact: true }).click()
    await page.getByRole('link', { name: 'Notes from a harbour in November' }).click()
    await title().waitFor()
    await textEditor()
    address = page.url()
  })
  after(() => line?.close())

  const title = (within: Page = page): Locator => within.getByRole('textbox', { name: /^Title/ })
  /** Waits for the text editor, which loads after the page and not without a connection. */
  const textEditor = (): Promise<void> =>
    page.locator('main [contenteditable="true"]').first().waitFor()
  const titled = (text: string, within: Page = page): Promise<void> =>
    within.locator(`main input[value="${text}"]`).waitFor()
  const status = (text: string | RegExp, within: Page = page): Promise<void> =>
    within.getByRole('status').getByText(text, { exact: true }).waitFor()
  const offline = 'No connection. Changes are stored on this device. Retrying…'

  /** The stored title, read without an open page. */
  async function storedTitle(): Promise<unknown> {
    const cookies = await context.cookies(address)
    const id = new URL(address).pathname.split('/').at(-1) ?? ''
    const response = await fetch(`${instance.url}/admin/api/roots/main/contents/${id}`, {
      headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
    })
    const item = (await response.json()) as {
      languages: { language: string; draft: { fields: Record<string, unknown> } | null }[]
    }
    return item.languages.find(({ language }) => language === 'en')?.draft?.fields['title']
  }

  /** Crashes the page like an out-of-memory error, so that it cannot send anything. */
  async function crash(): Promise<void> {
    const crashed = page.waitForEvent('crash')
    const session = await context.newCDPSession(page)
    // The crashed page never responds.
    session.send('Page.crash').catch(() => {})
    await crashed
    await page.close()
  }

  it('keeps offline edits when the tab crashes, and saves them afterwards', async () => {
    line.cut()
    await title().fill('Written without a connection')
    await status(offline)
    await crash()
    line.restore()
    assert.notEqual(await storedTitle(), 'Written without a connection')
    page = await context.newPage()
    await page.goto(address)
    await titled('Written without a connection')
    await textEditor()
    await status('Saved')
    assert.equal(await storedTitle(), 'Written without a connection')
  })

  it('saves automatically when the connection is back', async () => {
    line.cut()
    await title().fill('Typed while offline')
    await status(offline)
    line.restore()
    await status('Saved')
    assert.equal(await storedTitle(), 'Typed while offline')
  })

  it('saves the last edits when the tab is closed', async () => {
    const saved = line.responded('PATCH')
    // No timer may save the edits first, because closing the tab would abort that request.
    await page.evaluate('globalThis.setTimeout = () => 0')
    await title().fill('Typed and closed')
    await page.close()
    await saved
    assert.equal(await storedTitle(), 'Typed and closed')
    page = await context.newPage()
    await page.goto(address)
    await titled('Typed and closed')
    await status(/^updated/)
  })

  it('continues after the server was killed and restarted', async () => {
    await instance.restart(async () => {
      await title().fill('Typed while the server was down')
      await status(offline)
    })
    await status('Saved')
    assert.equal(await storedTitle(), 'Typed while the server was down')
  })

  it('asks to sign in again when the session has ended, without losing edits', async () => {
    const elsewhere = await openContext(browser)
    const other = await elsewhere.newPage()
    await signIn(other, instance)
    await other.goto(`${instance.url}/main/account`)
    await other.getByRole('button', { name: 'Sign out all other sessions' }).click()
    await other
      .getByRole('button', { name: 'Sign out all other sessions' })
      .waitFor({ state: 'detached' })
    await elsewhere.close()
    await title().fill('Typed after the session ended')
    const dialog = page.getByRole('dialog', { name: 'Your session has expired' })
    await dialog.waitFor()
    await fillSignIn(page, { account: { ...instance.account, password: 'not the password' } })
    await dialog.getByText('Incorrect email address or password.').waitFor()
    await fillSignIn(page, instance)
    await dialog.waitFor({ state: 'detached' })
    await titled('Typed after the session ended')
    await status('Saved')
    assert.equal(await storedTitle(), 'Typed after the session ended')
  })

  it('shows both versions when two users edited the same field, and offers a choice', async () => {
    const account = { email: 'bo@example.com', password: 'another long password' }
    const made = await octavo(
      ['user', 'create', '--email', account.email, '--role', 'editor', '--data', instance.folder],
      { input: `${account.password}\n` },
    )
    assert.equal(made.code, 0, made.stderr)
    const elsewhere = await openContext(browser)
    const other = await elsewhere.newPage()
    await signIn(other, { ...instance, account })
    await other.goto(instance.url + new URL(address).pathname)
    await title(other).waitFor()
    line.cut()
    await title().fill('What I wrote')
    await status(offline)
    await title(other).fill('What they wrote')
    await status('Saved', other)
    line.restore()
    const choice = page
      .getByRole('alert')
      .filter({ hasText: 'You and another user changed the same fields.' })
    await choice.getByText('What I wrote', { exact: true }).waitFor()
    await choice.getByText('What they wrote', { exact: true }).waitFor()
    await status('Conflict: choose which version to keep')
    await choice.getByLabel('Theirs').check()
    await choice.getByRole('button', { name: 'Save my selection' }).click()
    await titled('What they wrote')
    assert.equal(await storedTitle(), 'What they wrote')
    await elsewhere.close()
  })

  describe('20 MB on the clipboard', () => {
    const message = /The pasted content is too large/

    it('is rejected by a single-line field with a message', async () => {
      await copy(page, `'text/plain': 'All work and no play. '.repeat(1_000_000)`)
      await title().fill('As it was')
      await page.keyboard.press('Control+V')
      await page.getByRole('alert').filter({ hasText: message }).waitFor()
      assert.equal(await title().inputValue(), 'As it was')
    })

    it('is rejected by the text editor', async () => {
      const words = `'<p>All <b>work</b> and no play.</p>'.repeat(600_000)`
      await copy(page, `'text/html': ${words}, 'text/plain': ${words}`)
      const body = page.getByRole('textbox', { name: /^Body/ })
      const old = await body.innerText()
      await body.focus()
      await page.keyboard.press('Control+V')
      await page.getByRole('alert').filter({ hasText: message }).nth(1).waitFor()
      assert.equal(await body.innerText(), old)
      await title().fill('Typing goes on')
      await status('Saved')
      await page
        .getByRole('alert')
        .filter({ hasText: message })
        .nth(1)
        .waitFor({ state: 'detached' })
    })

    it('gets an error response when a page sends it anyway', async () => {
      const reply = await page.evaluate<{ status: number; text: string }>(`(async () => {
        const url = '/admin/api/roots/main/contents/' + location.pathname.split('/').at(-1)
        const body = JSON.stringify({ languages: { en: { fields: { lead: 'x'.repeat(2e7) } } } })
        const headers = { 'X-Octavo-Studio': '1', 'Content-Type': 'application/json' }
        const response = await fetch(url, { method: 'PATCH', body, headers })
        return { status: response.status, text: await response.text() }
      })()`)
      assert.equal(reply.status, 400)
      assert.match(reply.text, /the body is larger than 10000000 bytes/)
    })
  })

  it('shows an interrupted upload at its file, and retries it', async () => {
    await page.goto(`${line.url}/main/media`)
    await page.getByRole('button', { name: 'Upload' }).waitFor()
    line.cutAfter(2_000_000)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload' }).click()
    const files = ['first.txt', 'second.txt'].map((name, at) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(`${name}\n`.repeat(at === 0 ? 1 : 400_000)),
    }))
    await (await chooser).setFiles(files)
    const row = page.getByRole('listitem').filter({ hasText: 'second.txt' })
    await row.getByText('The upload was interrupted.').waitFor()
    line.restore()
    await row.getByRole('button', { name: 'Retry' }).click()
    await row.getByText('Uploaded').waitFor()
    await page.getByRole('button', { name: 'second.txt' }).waitFor()
  })

  it('keeps the message about a missing item while it is read again', async () => {
    await page.goto(`${line.url}/main/contents/999999`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(`
      isLoadingSeen = false
      new MutationObserver(() => {
        if (document.querySelector('[role=progressbar]')) isLoadingSeen = true
      }).observe(document.body, { childList: true, subtree: true })`)
    const readAgain = page.waitForResponse(/\/contents\/999999$/)
    // Studio reads again when its window gets the focus.
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    await (await readAgain).finished()
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await page.evaluate('isLoadingSeen'), false)
  })
})
