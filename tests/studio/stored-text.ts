/** The stored text of an item, by default of the open one. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import type { Instance } from './browser.ts'

export async function storedField(
  page: Page,
  { url }: Pick<Instance, 'url'>,
  luid: string,
  id: number | string = new URL(page.url()).pathname.split('/').at(-1) ?? '',
): Promise<unknown> {
  const response = await page.request.get(`${url}/admin/api/roots/main/contents/${id}`)
  assert.equal(response.status(), 200)
  const item = (await response.json()) as {
    languages: { draft: { fields: Record<string, unknown> } | null }[]
  }
  return item.languages[0]?.draft?.fields[luid]
}

export async function saveText(page: Page): Promise<void> {
  // The editor writes its text when it loses the focus.
  await page.getByRole('textbox', { name: /^Title/ }).focus()
  await page.keyboard.press('Control+S')
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
}

/** Saves, and waits until the body is stored as expected. */
export async function assertStored(
  page: Page,
  instance: Instance,
  expected: string,
): Promise<void> {
  await saveText(page)
  let body: unknown
  const isStored = async (): Promise<boolean> =>
    (body = await storedField(page, instance, 'body')) === expected
  await eventually(isStored, { seconds: 10, otherwise: () => `stored: ${String(body)}` })
}
