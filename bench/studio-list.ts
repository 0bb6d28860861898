/** Measures the content list with few and many items: time to rows, and time to the next frame. */
import type { Page } from 'playwright-core'
import { openStore } from '../packages/server/src/store/open-store.ts'
import { articleValues, englishPlace, placeCount } from './article-values.ts'
import { addArticles, createPublication } from './articles.ts'
import { interactionTimes, quantile, type Place } from './studio-page.ts'

export async function fillList(folder: string, count: number): Promise<void> {
  const store = await openStore({ dataFolder: folder, database: undefined })
  const schema = await createPublication(store)
  await addArticles(store, schema, 1, count)
  await store.close()
}

export interface ListTimes {
  name: string
  /** Median time until the rows are visible, in milliseconds. */
  rows: number
  /** The slowest interaction, in milliseconds. */
  slowest: number
}

const rounds = 5
const list = '/main/contents?model=article'

interface Step {
  name: string
  prepare?: (page: Page) => Promise<unknown>
  act: (page: Page, round: number) => Promise<unknown>
}

/** A keyword that few articles contain. */
function placeIn(article: number): string {
  const { body } = articleValues(article)
  const names = Array.from({ length: placeCount }, (_, place) => englishPlace(place))
  return names.find((name) => body.includes(name)) ?? ''
}

const everywhere = ['harbour', '港の朝', 'lantern', '渡し船', 'kiln']
/** The slowest step: its total is exact, so every text is searched. */
export const longestStep = 'search, common word'

const search = (page: Page, word: string): Promise<void> =>
  page.getByLabel('Search all text').pressSequentially(word)

const steps: Step[] = [
  { name: 'search', act: (page, round) => search(page, placeIn(round + 1)) },
  { name: longestStep, act: (page, round) => search(page, everywhere[round] ?? '') },
  {
    name: 'filter',
    async prepare(page) {
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('option', { name: 'kind', exact: true }).click()
      await page.getByRole('option', { name: 'essay' }).waitFor()
    },
    act: (page) => page.getByRole('option', { name: 'essay' }).click(),
  },
  {
    name: 'sort by title',
    act: (page) => page.getByRole('button', { name: 'Title', exact: true }).click(),
  },
  { name: 'next page', act: (page) => page.getByRole('button', { name: 'Next' }).click() },
  {
    name: 'last page',
    async prepare(page) {
      const text = (await page.getByText(/^1–/).textContent()) ?? ''
      const total = Number(text.split('of').at(-1)?.replaceAll(/\D/g, ''))
      const last = Math.ceil(total / Number(/–(\d+)/.exec(text)?.[1] ?? 50))
      await page.goto(`${page.url()}&page=${last - 1}`)
      await page.locator('tbody tr').first().waitFor()
    },
    act: (page) => page.getByRole('button', { name: 'Next' }).click(),
  },
]

export async function measureList({ page, url }: Place): Promise<ListTimes[]> {
  const results: ListTimes[] = []
  const opening: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    await openList(page, url)
    opening.push(performance.now() - started)
  }
  results.push({ name: 'open', rows: quantile(opening, 0.5), slowest: NaN })
  for (const { name, prepare, act } of steps) {
    const times: number[] = []
    const interactions: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await openList(page, url)
      await prepare?.(page)
      const pressed = await interactionTimes(page, async () => {
        const responded = page.waitForResponse((response) => response.url().includes('/contents?'))
        const started = performance.now()
        await act(page, round)
        await responded
        await page.locator('table[aria-busy=false]').waitFor()
        times.push(performance.now() - started)
      })
      interactions.push(...pressed)
    }
    results.push({ name, rows: quantile(times, 0.5), slowest: Math.max(0, ...interactions) })
  }
  return results
}

async function openList(page: Page, url: string): Promise<void> {
  await page.goto(url + list)
  await page.locator('tbody tr').first().waitFor()
}
