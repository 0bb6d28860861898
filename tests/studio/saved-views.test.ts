/** An editor saves and shares a view of a list. A viewer opens it and saves one of their own. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { noChromium } from '../chromium.ts'
import type { Instance } from './browser.ts'
import { openAs, useInstance } from './suite.ts'

describe('saved views in Studio', { skip: noChromium }, () => {
  let instance: Instance
  let editor: Page
  let viewer: Page
  let complaints: string[][] = []

  useInstance(async (started) => {
    ;({ instance } = started)
    const opened = [await openAs('editor', started), await openAs('viewer', started)] as const
    ;[editor, viewer] = [opened[0].page, opened[1].page]
    complaints = opened.map((one) => one.complaints)
  })

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
