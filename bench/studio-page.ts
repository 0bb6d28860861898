/** A page of the web app under measurement: its requests, and its response times. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { octavo, startServer } from '../packages/server/src/testing/octavo.ts'
import { signIn, watch } from '../tests/studio/browser.ts'

const account = { email: 'bench@example.com', password: 'only for measuring' }

export interface Place {
  url: string
  page: Page
  /** Errors, and requests to other hosts. */
  complaints: string[]
  close(): Promise<void>
}

/** Starts a server on a folder that `fill` has filled, and opens a signed-in page. */
export async function openPlace(
  browser: Browser,
  fill: (folder: string) => Promise<void>,
): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-bench-studio-'))
  await fill(folder)
  const flags = ['--data', folder]
  await run(['user', 'create', '--email', account.email, '--role', 'owner', ...flags], {
    input: `${account.password}\n`,
  })
  const server = await startServer(flags)
  const url = new URL(server.baseUrl).origin
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const complaints = watch(context, [url, new URL(server.assetsUrl).origin])
  const page = await context.newPage()
  await signIn(page, { account, url })
  return {
    url,
    page,
    complaints,
    async close() {
      await context.close()
      await server.end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function run(...given: Parameters<typeof octavo>): Promise<void> {
  const { code, stderr } = await octavo(...given)
  if (code !== 0) throw new Error(`octavo ${given[0].join(' ')}: ${stderr}`)
}

/** Milliseconds from each key press or click to the next frame, from the Event Timing API. */
export async function interactionTimes(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(`(() => {
    globalThis.interactions = new Map()
    globalThis.countBefore = performance.interactionCount
    globalThis.watching = new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries()) {
        if (interactionId > 0) {
          const longest = Math.max(duration, globalThis.interactions.get(interactionId) ?? 0)
          globalThis.interactions.set(interactionId, longest)
        }
      }
    })
    globalThis.watching.observe({ type: 'event', durationThreshold: 16 })
  })()`)
  await act()
  const { times, count } = await page.evaluate<{ times: number[]; count: number }>(
    `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
      globalThis.watching.disconnect()
      resolve({
        times: [...globalThis.interactions.values()],
        count: performance.interactionCount - globalThis.countBefore,
      })
    }, 100)))`,
  )
  // Interactions below the threshold are counted but not reported.
  return [...times, ...Array.from({ length: Math.max(0, count - times.length) }, () => 8)]
}

export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}
