/** Two users change the same text: paragraphs are merged, and only those that both changed are asked about. */
import { describe, it } from 'node:test'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import { noChromium } from '../chromium.ts'
import type { Instance } from './browser.ts'
import { compose } from './input-method.ts'
import { createTextPage, type TextPage } from './text-page.ts'
import { useStudio } from './suite.ts'

describe('a text that two users change', { skip: noChromium }, () => {
  let instance: Instance
  let context: BrowserContext
  let page: Page
  let ime: CDPSession
  let text: TextPage

  useStudio(async (studio) => {
    ;({ instance, context, page } = studio)
    ime = await context.newCDPSession(page)
    text = createTextPage(page, instance)
  })

  /** Edits the text with `edit` while another user saves `theirs`. */
  async function editMeanwhile(
    id: number,
    edit: () => Promise<unknown>,
    theirs: string,
  ): Promise<void> {
    await page.route('**/contents/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await edit()
    await page
      .getByRole('status')
      .getByText(/^No connection/)
      .waitFor()
    await text.callApi('PATCH', `/contents/${id}`, {
      languages: { en: { fields: { body: theirs }, expected: null } },
    })
  }

  it('is merged if they changed different paragraphs, and the caret stays', async () => {
    const id = await text.open('<p>One</p><p>Two</p>')
    await editMeanwhile(
      id,
      () => compose(ime, ['n', 'に', '日本'], '日本'),
      '<h2>New</h2><p>One!</p><p>Two</p>',
    )
    await text.body().getByText('One!').waitFor()
    await page.keyboard.type(' more')
    await page.unroute('**/contents/*')
    await text.assertStored(id, '<h2>New</h2><p>One!</p><p>Two日本 more</p>')
  })

  it('asks only about the paragraph that both changed', async () => {
    const id = await text.open('<p>One</p><p>Two</p><p>Three</p>')
    await editMeanwhile(
      id,
      () => page.keyboard.type(' mine'),
      '<p>First</p><p>Two</p><p>Three theirs</p>',
    )
    const question = page.getByRole('alert').getByRole('radiogroup')
    await question.getByText('theirs', { exact: true }).waitFor()
    await question.getByText('First').waitFor({ state: 'detached' })
    await page.unroute('**/contents/*')
    await question.getByRole('radio', { name: 'Theirs' }).click()
    await page.getByRole('button', { name: 'Save my selection' }).click()
    await text.assertStored(id, '<p>First</p><p>Two</p><p>Three theirs</p>')
    await text.body().getByText('Three theirs').waitFor()
  })

  it('also asks about text that was typed just before the change arrives', async () => {
    const id = await text.open('<p>One</p><p>Two</p>')
    // Stops the timers, so that the editor has not passed on what is typed.
    await page.clock.install()
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await page.keyboard.type(' mine')
    await text.callApi('PATCH', `/contents/${id}`, {
      languages: { en: { fields: { body: '<p>One</p><p>Two theirs</p>' }, expected: null } },
    })
    const read = page.waitForResponse(
      (response) =>
        response.request().method() === 'GET' && response.url().endsWith(`/contents/${id}`),
    )
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    await (await read).finished()
    const question = page.getByRole('alert').getByRole('radiogroup')
    await eventually(async () => {
      await page.clock.runFor(1)
      return (await question.count()) > 0
    })
    await question.getByText('theirs', { exact: true }).waitFor()
    await page.clock.resume()
    await question.getByRole('radio', { name: 'Yours' }).click()
    await page.getByRole('button', { name: 'Save my selection' }).click()
    await text.assertStored(id, '<p>One</p><p>Two mine</p>')
  })
})
