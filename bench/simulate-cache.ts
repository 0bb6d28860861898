/**
 * `npm run bench:hits -- [--publish]`
 *
 * Computes the hit rate of caches from their number and the rate of changes. The formula is checked by a
 * simulation, and the simulation by a real server with the same requests and changes.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { articleId } from './articles.ts'
import {
  articleOf,
  expectedHitShare,
  history,
  simulate,
  type Site,
  type Step,
} from './cache-model.ts'
import { openDataSets } from './data-sets.ts'
import { createKeys, startOctavo, type Keys } from './octavo-target.ts'
import { markdownTable } from './pages.ts'
import { linePlot } from './plot.ts'
import { textTable, whole } from './print-run.ts'
import { fill } from './publish.ts'

const { values: given } = parseArgs({ options: { publish: { type: 'boolean', default: false } } })

const large: Site = { articles: 100_000, lists: 1_000, listShare: 0.3, authorShare: 0.02 }
const requestsAnHour = 100_000_000 / 24
const popCounts = [1, 10, 50, 200]
const changeRates = [1, 10, 100, 1_000, 10_000]

const small: Site = { articles: 2_000, lists: 50, listShare: 0.3, authorShare: 0.02 }
const trial = { pops: 1, requests: 3_000, every: 20 }

let edits = 0

const checks = [...checkFormula(), await checkServer()]
const rows = changeRates.map((changes) => {
  const shares = popCounts.map((pops) =>
    expectedHitShare(large, { pops, requests: requestsAnHour, changes, lifetime: 30 * 24 }),
  )
  return { changes, shares }
})
const table = [
  [
    'Changes an hour',
    ...popCounts.map((pops) => (pops === 1 ? '1 cache' : `${pops} caches`)),
    'Origin, 50 caches',
  ],
  ...rows.map(({ changes, shares }) => {
    const misses = (1 - (shares[popCounts.indexOf(50)] ?? 0)) * (requestsAnHour / 3600)
    return [whole(changes), ...shares.map(percent), `${misses.toFixed(misses < 10 ? 1 : 0)} /s`]
  }),
]
console.log(`\n${textTable(table)}\n\n${checks.join('\n')}`)
if (given.publish) await publishHits()

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`
}

/** Uses a smaller site than the table, so that each page gets enough requests. */
function checkFormula(): string[] {
  return [1, 10].map((pops) => {
    const [requests, every] = [2_000_000, 500]
    let [hits, counted, seen] = [0, 0, 0]
    for (const isHit of simulate(small, pops, history(small, { pops, requests, every }))) {
      // The first half fills the caches.
      if (++seen <= requests / 2) continue
      counted++
      if (isHit) hits++
    }
    const expected = expectedHitShare(small, {
      pops,
      requests: every,
      changes: 1,
      lifetime: Infinity,
    })
    return `simulated with ${pops === 1 ? 'one cache' : `${pops} caches`}: ${percent(hits / counted)} of ${whole(counted)} requests hit; the formula says ${percent(expected)}`
  })
}

/** Runs the same steps on a server, whose responses have `X-Cache`. */
async function checkServer(): Promise<string> {
  const sets = await openDataSets('sqlite', { folder: undefined, sizes: [small.articles] })
  const set = await sets.open(small.articles)
  const keys = await createKeys(set.address)
  const target = await startOctavo(set.address, { workers: 1, key: keys.draft })
  try {
    const steps = [...history(small, trial)]
    const simulated = [...simulate(small, trial.pops, steps)]
    const found: boolean[] = []
    for (const step of steps) {
      if ('page' in step) found.push(await isKept(target.server.baseUrl, keys, step.page))
      else await change(target.server.baseUrl, keys, step)
    }
    const hits = found.filter(Boolean).length
    const same = found.filter((isHit, index) => isHit === simulated[index]).length
    const expected = simulated.filter(Boolean).length
    return `a real server, ${whole(found.length)} requests and ${whole(steps.length - found.length)} changes: ${hits} hits, simulated ${expected}; ${same} requests agree`
  } finally {
    await target.stop()
    await set.end()
    await sets.close()
  }
}

async function isKept(baseUrl: string, keys: Keys, page: number): Promise<boolean> {
  const offset = (page - small.articles) * 20
  const path =
    page < small.articles
      ? `/contents/${articleId(articleOf(small, page))}`
      : `/contents?model=article&limit=20&offset=${offset}`
  const response = await fetch(`${baseUrl}${path}`, {
    headers: { 'X-SERVICE-API-KEY': keys.published },
  })
  await response.bytes()
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  return response.headers.get('x-cache')?.toLowerCase().startsWith('hit') ?? false
}

async function change(
  baseUrl: string,
  keys: Keys,
  step: Exclude<Step, { page: number }>,
): Promise<void> {
  const [id, model, field] =
    'author' in step
      ? [step.author, 'author', 'name']
      : [articleId(step.article), 'article', 'lead']
  const response = await fetch(`${baseUrl}/contents/${id}?model=${model}&published=true`, {
    method: 'PATCH',
    headers: { 'X-SERVICE-API-KEY': keys.draft },
    body: JSON.stringify({ fields: { [field]: `Edited ${++edits}` } }),
  })
  if (response.status !== 200) throw new Error(`${id}: ${response.status} ${await response.text()}`)
}

async function publishHits(): Promise<void> {
  const plot = linePlot('Cache hit rate', '100 million requests a day, 100,000 articles', {
    ticks: changeRates.map((changes) => `${whole(changes)}/h`),
    lines: popCounts.map((pops, index) => ({
      label: pops === 1 ? '1 cache' : `${pops} caches`,
      values: rows.map(({ shares }) => 100 * (shares[index] ?? 0)),
    })),
    most: 100,
    unit: ' %',
  })
  await writeFile(new URL('../docs/pictures/bench-cache-hits.svg', import.meta.url), plot)
  const picture =
    '![Hit share by number of caches and changes an hour](pictures/bench-cache-hits.svg)'
  const list = checks.map((line) => `- ${line}`).join('\n')
  await fill('scale.md', 'hits', [markdownTable(table), picture, list].join('\n\n'))
}
