/**
 * `npm run bench:studio -- [--items 100000] [--only load|list|typing]`
 *
 * Measures the web app in a real Chromium: script size, requests and time to the first rows and to the
 * editor, and time from a key press or click to the next frame, with 1,000 and with many items in the list, and with 10 and 200 entries in an item.
 * Fails on requests to other hosts and when a bound is exceeded.
 */
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../tests/chromium.ts'
import { fillList, longestStep, measureList } from './studio-list.ts'
import { openPlace } from './studio-page.ts'
import { measureLoad } from './studio-load.ts'
import { fillTyping, measureTyping } from './studio-typing.ts'

const { values: given } = parseArgs({
  options: { items: { type: 'string', default: '100000' }, only: { type: 'string' } },
})
const fewItems = 1000
const manyItems = Number(given.items)
const failures: string[] = []

function bound(what: string, value: number, most: number): void {
  if (!(value <= most)) failures.push(`${what}: ${Math.round(value)}, at most ${most}`)
}

async function load(browser: Browser): Promise<void> {
  const { toSignIn, toList, list, editor, complaints } = await measureLoad(browser)
  console.log(`script to sign-in  ${kilobytes(toSignIn)}`)
  console.log(`script to the list ${kilobytes(toList)}`)
  console.log(`first rows         ${list.time.toFixed(0)} ms, ${list.requests.length} requests`)
  console.log(`editor ready       ${editor.time.toFixed(0)} ms, ${editor.requests.length} requests`)
  bound('script to sign-in, bytes', toSignIn, 250_000)
  bound('script to the list, bytes', toList, 400_000)
  bound('first rows, ms', list.time, 600)
  bound('editor ready, ms', editor.time, 1000)
  for (const [what, { requests }] of [
    ['list', list],
    ['editor', editor],
  ] as const) {
    bound(`requests of the ${what} (${requests.join(', ')})`, requests.length, 12)
  }
  failures.push(...complaints)
}

async function lists(browser: Browser): Promise<void> {
  const few = await openPlace(browser, (folder) => fillList(folder, fewItems))
  const fewTimes = await measureList(few)
  await few.close()
  const many = await openPlace(browser, (folder) => fillList(folder, manyItems))
  const manyTimes = await measureList(many)
  await many.close()
  failures.push(...few.complaints, ...many.complaints)
  console.log(`\nlist, ms: ${fewItems} and ${manyItems} items`)
  console.table(
    fewTimes.map(({ name, rows, slowest }, at) => ({
      step: name,
      'rows, few': Math.round(rows),
      'rows, many': Math.round(manyTimes[at]?.rows ?? NaN),
      'slowest interaction, few': slowest,
      'slowest interaction, many': manyTimes[at]?.slowest,
    })),
  )
  for (const { name, rows } of manyTimes) {
    bound(`${name} with ${manyItems} items, ms`, rows, name === longestStep ? 2000 : 1000)
  }
}

async function typing(browser: Browser): Promise<void> {
  const place = await openPlace(browser, fillTyping)
  const times = await measureTyping(place)
  await place.close()
  failures.push(...place.complaints)
  console.log('\ntyping, ms from the key to the next frame')
  console.table(times)
  for (const { place: where, entries, p98 } of times) {
    bound(`typing in ${where} with ${entries} entries, p98 ms`, p98, 200)
  }
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} KB`

const parts = { load, list: lists, typing }
const browser = await launchChromium()
for (const [name, measure] of Object.entries(parts)) {
  if (given.only === undefined || given.only === name) await measure(browser)
}
await browser.close()
for (const failure of failures) console.error(failure)
process.exitCode = failures.length === 0 ? 0 : 1
