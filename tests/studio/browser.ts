/** Helpers for Studio in a browser, shared by browser tests and screenshots. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { copyDemo } from '../../packages/server/src/testing/demo.ts'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import { runSql } from '../../packages/server/src/testing/raw-sql.ts'
import { startServer, type RunningServer } from '../../packages/server/src/testing/octavo.ts'

export interface Instance {
  server: RunningServer
  /** URL of Studio, without a trailing slash. A restart changes it. */
  url: string
  folder: string
  /** The output of the server when it created the demo. */
  printed: string
  /** The owner account of the demo. */
  account: { email: string; password: string }
  /** Kills the server and restarts it with the same data, on another port. */
  restart(meanwhile?: () => Promise<void>): Promise<void>
  end(): Promise<void>
}

/** Nothing listens on this port. */
const unreachable = 'http://127.0.0.1:1'

export async function startInstance(
  args: string[] = [],
  environment: Record<string, string> = {},
): Promise<Instance> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-studio-'))
  const copied = args.includes('--demo') ? await copyDemo(folder) : undefined
  const server = await startServer(['--data', folder, ...args], environment)
  const printed = copied ?? server.printed
  const [, email = '', password = ''] = /Sign in\s+(\S+)\s+(\S+)/.exec(printed) ?? []
  const instance: Instance = {
    server,
    url: new URL(server.baseUrl).origin,
    folder,
    printed,
    account: { email, password },
    async restart(meanwhile) {
      await instance.server.end('SIGKILL')
      // Another process may get its port.
      instance.url = unreachable
      await meanwhile?.()
      instance.server = await startServer(['--data', folder], environment)
      instance.url = new URL(instance.server.baseUrl).origin
    },
    async end() {
      await instance.server.end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
  return instance
}

/** A browser context of desktop size, without animations. */
export function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  })
}

/** Adds two weeks of usage, ending today, of the two demo keys; the second has errors. Returns today. */
export async function addUsage({ folder }: Instance): Promise<Date> {
  const day = 24 * 60 * 60 * 1000
  const today = new Date()
  const rows = Array.from({ length: 14 }, (_, ago) => {
    const date = new Date(today.getTime() - ago * day).toISOString().slice(0, 10)
    return `(1, '${date}', 1, ${400 - 20 * ago}, 0, ${100 * (ago % 4)}, 0),
      (1, '${date}', 2, ${10 + 5 * ago}, 10, 0, ${ago % 3})`
  })
  const columns = 'root_id, date, key_id, reads, writes, cache_hits, errors'
  await runSql(
    { dataFolder: folder, database: undefined },
    `insert into usage_days (${columns}) values ${rows.join(',\n')}`,
  )
  return today
}

/** Signs in through `url`, which may be a proxy of the server. */
export async function signIn(
  page: Page,
  instance: Pick<Instance, 'account' | 'url'>,
  url = instance.url,
): Promise<void> {
  await page.goto(url)
  await fillSignIn(page, instance)
  await page.locator('#main').waitFor()
}

export async function fillSignIn(
  page: Page,
  { account }: Pick<Instance, 'account'>,
): Promise<void> {
  await page.locator('input[type=email]').fill(account.email)
  await page.locator('input[type=password]').fill(account.password)
  await page.locator('form button[type=submit]').click()
}

export async function hasValue(input: Locator, value: string): Promise<void> {
  let last = ''
  await eventually(async () => (last = await input.inputValue()) === value, {
    otherwise: () => `the value is ${JSON.stringify(last)} instead of ${JSON.stringify(value)}`,
  })
}

/** Opens a menu with the keyboard. It focuses its first item a moment after it appears. */
export async function openMenu(opener: Locator): Promise<void> {
  await opener.press('Enter')
  await opener.page().locator('[role=menu] :focus').waitFor()
}

/** Collects requests to other hosts, page errors and console errors. */
export function watch(context: BrowserContext, allowedOrigins: string[]): string[] {
  const complaints: string[] = []
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (!['data:', 'blob:'].includes(protocol) && !allowedOrigins.includes(origin)) {
      complaints.push(`request to ${origin}`)
    }
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  context.on('console', (message) => {
    const isExpected = /Failed to load resource|net::ERR/.test(message.text())
    if (message.type() === 'error' && !isExpected) complaints.push(message.text())
  })
  return complaints
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

interface AxeResult {
  violations: { id: string; help: string; nodes: { target: string[]; html: string }[] }[]
}

/** Describes the accessibility violations of the current page, of all rules or the given ones. */
export async function axeViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const isLoaded = await page.evaluate<boolean>(`'axe' in window`)
  if (!isLoaded) await page.evaluate(axeSource)
  // Twice as fast as with passed rules in the result.
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const { violations } = await page.evaluate<AxeResult>(
    `axe.run(document, ${JSON.stringify(options)})`,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .slice(0, 3)
      .map(({ target, html }) => `${id}: ${help}: ${target.join(' ')} ${html.slice(0, 160)}`),
  )
}
