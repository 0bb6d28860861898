/** An editor saves and shares a view of a list. A viewer opens it and saves one of their own. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { printedBy } from '../../packages/server/src/testing/run-here.ts'
import { chromiumPath, launchChromium } from '../chromium.ts'
import { openContext, signIn, startInstance, watch, type Instance } from './browser.ts'

const isSkipped = chromiumPath === undefined && 'Chromium is not installed'

describe('saved views in Studio', { skip: isSkipped }, () => {
  let instance: Instance
  let browser: Browser
  let editor: Page
  let viewer: Page
  const complaints: string[][] = []

  before(async () => {
    instance = await startInstance(['--demo'])
    browser = await launchChromium()
    editor = await openAs('editor')
    viewer = await openAs('viewer')
  })

  after(async () => {
    await browser?.close()
    await instance?.end()
  })

  async function openAs(role: string): Promise<Page> {
    const account = { email: `${role}@example.com`, password: 'some unrelated words' }
    const words = ['user', 'create', '--email', account.email, '--role', role]
    await printedBy([...words, '--data', instance.folder], { input: account.password })
    const context = await openContext(browser)
    complaints.push(watch(context, [instance.url, new URL(instance.server.assetsUrl).origin]))
    const page = await context.newPage()
    await signIn(page, { account, url: instance.url })
    return page
  }

  const button = (page: Page | Locator, name: string): Locator =>
    page.getByRole('button', { name, exact: true })
  const entry = (page: Page, name: string | RegExp): Locator => page.getByRole('menuitem', { name })
  const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })

  async function openList(page: Page, search = ''): Promise<void> {
    await page.goto(`${instance.url}/main/contents${search}`)
    await page.locator('tbody tr').first().waitFor()
  }

  /** Opens the menu of views with the keyboard. `label` is the name of the current view, if there is one. */
  async function openViews(page: Page, label = 'Views'): Promise<void> {
    await button(page, label).press('Enter')
    await page.getByRole('menu').and(page.locator(':focus-within')).waitFor()
  }

  async function saveAs(page: Page, name: string, isShared: boolean): Promise<void> {
    await entry(page, 'Save this list as a view…').click()
    const form = dialog(page, 'Save view')
    await form.getByRole('textbox', { name: 'Name' }).fill(name)
    if (isShared) await form.getByRole('checkbox', { name: 'Share with everyone' }).check()
    await button(form, 'Save view').click()
  }

  it('saves a list with its filters and order, for everyone', async () => {
    await openList(editor, '?model=article&featured[eq]=true&order=_title')
    await openViews(editor)
    await editor.getByText('No saved views yet').waitFor()
    await saveAs(editor, 'Featured', true)
    await editor.getByRole('status').getByText('Featured saved').waitFor()
    await button(editor, 'Featured').waitFor()
  })

  it('opens it for another user, who cannot share', async () => {
    await openList(viewer)
    await openViews(viewer)
    await entry(viewer, 'Featured').click()
    await viewer.waitForURL(/model=article.*order=_title/)
    await viewer.getByRole('button', { name: /^Remove filter: Featured/ }).waitFor()
    await openViews(viewer, 'Featured')
    await saveAs(viewer, 'Mine', false)
    await viewer.getByRole('status').getByText('Mine saved').waitFor()
    await openViews(viewer, 'Featured')
    await entry(viewer, 'Save this list as a view…').click()
    const form = dialog(viewer, 'Save view')
    await button(form, 'Save view').waitFor()
    assert.equal(await form.getByRole('checkbox').count(), 0)
    await form.getByRole('textbox', { name: 'Name' }).fill('mine')
    await button(form, 'Save view').click()
    await form.getByText('Must be unique; another view has this name').waitFor()
    await button(form, 'Cancel').click()
    await form.waitFor({ state: 'detached' })
  })

  it('shows views of one user only to them', async () => {
    await openList(editor)
    await openViews(editor)
    await entry(editor, 'Featured').waitFor()
    assert.equal(await entry(editor, 'Mine').count(), 0)
    await entry(editor, 'Manage views…').click()
  })

  it('renames, deletes and restores a view', async () => {
    const manage = dialog(editor, 'Manage views')
    const form = (name: string): Locator => manage.getByRole('form', { name, exact: true })
    await form('Featured').getByRole('textbox', { name: 'Name' }).fill('Picks')
    await button(form('Featured'), 'Rename').click()
    await form('Picks').waitFor()
    await button(manage, 'Delete Picks').click()
    await form('Picks').waitFor({ state: 'detached' })
    await button(manage, 'Close').click()
    await manage.waitFor({ state: 'detached' })
    await button(editor.getByRole('status'), 'Undo').click()
    await openViews(editor)
    await entry(editor, 'Picks').click()
    await button(editor, 'Picks').waitFor()
  })

  it('reported nothing to the console', () => {
    assert.deepEqual(complaints.flat(), [])
  })
})
