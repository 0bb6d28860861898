/** Opens flexible texts in the editor and reads what is stored. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import type { Instance } from './browser.ts'
import { caretToEnd } from './caret.ts'
import { storedField } from './stored-text.ts'

export interface TextPage {
  body: () => Locator
  callApi: (method: string, path: string, data?: object) => Promise<unknown>
  /** Opens a new article with this text, through the router, and puts the caret at its end. */
  open: (html: string) => Promise<number>
  /** Waits until exactly this text is stored. */
  assertStored: (id: number, html: string | null) => Promise<void>
}

export function createTextPage(page: Page, instance: Instance): TextPage {
  const body = (): Locator => page.getByRole('textbox', { name: /^Body/ })

  async function callApi(method: string, path: string, data?: object): Promise<unknown> {
    const headers = { 'X-Octavo-Studio': '1' }
    const url = `${instance.url}/admin/api/roots/main${path}`
    const response = await page.request.fetch(url, { method, headers, ...(data && { data }) })
    assert.ok(response.ok(), await response.text())
    return response.json()
  }

  /** Navigates like a link of the app. */
  const follow = (path: string): Promise<unknown> =>
    page.evaluate(`history.pushState({}, '', '${path}')`)

  return {
    body,
    callApi,
    async open(html) {
      const { id } = (await callApi('POST', '/contents', {
        model: 'article',
        space: '_parent',
        languages: { en: { fields: { title: 'Text', body: html } } },
      })) as { id: number }
      await follow('/main/account')
      await body().waitFor({ state: 'detached' })
      await follow(`/main/contents/${id}`)
      await body().waitFor()
      await caretToEnd(body())
      return id
    },
    async assertStored(id, html) {
      let stored: unknown
      const isStored = async (): Promise<boolean> => {
        stored = (await storedField(page, instance, 'body', id)) ?? null
        return stored === html
      }
      await eventually(isStored, { otherwise: () => `stored: ${String(stored)}` })
    },
  }
}
