/** Measures typing in an item with few and many entries of a repeat, from the key to the next frame. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { interactionTimes, quantile, run, type Place } from './studio-page.ts'

export const entryCounts = [10, 200]

const schema = {
  languages: ['en'],
  models: [
    {
      luid: 'page',
      title: 'title',
      fields: [
        { luid: 'title', type: 'text' },
        { luid: 'body', type: 'flexible' },
        {
          luid: 'links',
          type: 'repeat',
          fields: [
            { luid: 'label', type: 'text' },
            { luid: 'note', type: 'multiline' },
            { luid: 'shown', type: 'boolean' },
            { luid: 'target', type: 'reference' },
          ],
        },
      ],
    },
  ],
}

export async function fillTyping(folder: string): Promise<void> {
  const files = { schema: join(folder, 'schema.json'), items: join(folder, 'items.ndjson') }
  const items = entryCounts.map((count) => ({
    model: 'page',
    published: false,
    fields: {
      title: `With ${count} entries`,
      body: '<p>Some words.</p>',
      links: Array.from({ length: count }, (_, at) => ({
        label: `Link ${at + 1}`,
        note: 'A note of a few words',
        shown: at % 2 === 0,
      })),
    },
  }))
  await writeFile(files.schema, JSON.stringify(schema))
  await writeFile(files.items, items.map((item) => JSON.stringify(item)).join('\n'))
  await run(['schema', 'apply', files.schema, '--data', folder])
  await run(['content', 'import', files.items, '--data', folder])
}

export interface TypingTimes {
  place: string
  entries: number
  p50: number
  p98: number
}

const text = 'the quick brown fox jumps over the lazy dog '.repeat(3)

export async function measureTyping({ page, url }: Place): Promise<TypingTimes[]> {
  const results: TypingTimes[] = []
  for (const entries of entryCounts) {
    await page.goto(`${url}/main/contents?model=page`)
    await page.getByRole('link', { name: `With ${entries} entries` }).click()
    const places: [string, (page: Page) => Promise<void>][] = [
      ['title', (within) => within.getByRole('textbox', { name: 'title' }).focus()],
      ['an entry', openFirstEntry],
      ['flexible text', (within) => within.getByRole('textbox', { name: 'body' }).focus()],
    ]
    for (const [place, focus] of places) {
      await focus(page)
      const times = await interactionTimes(page, () => page.keyboard.type(text, { delay: 20 }))
      const [p50, p98] = [quantile(times, 0.5), quantile(times, 0.98)]
      results.push({ place, entries, p50, p98 })
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    }
  }
  return results
}

async function openFirstEntry(page: Page): Promise<void> {
  const fold = page.locator('fieldset li button[aria-expanded]').first()
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
  await page.getByRole('textbox', { name: 'label' }).first().focus()
}
