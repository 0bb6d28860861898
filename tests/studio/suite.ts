/** The set-up of a suite of browser tests: a server with the demo, Chromium and, in most, a page of Studio. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { printedBy } from '../../packages/server/src/testing/run-here.ts'
import { leaveChromium, useChromium } from '../chromium.ts'
import { openContext, signIn, startInstance, watch, type Instance } from './browser.ts'

export interface Started {
  instance: Instance
  browser: Browser
}

interface Opened {
  context: BrowserContext
  page: Page
  /** Requests to other hosts, page errors and console errors. */
  complaints: string[]
}

interface Server {
  args?: string[]
  environment?: Record<string, string>
}

/** Starts a server and a browser before the tests of a suite, and ends them afterwards. */
export function useInstance(
  ready: (started: Started) => unknown,
  { args = ['--demo'], environment = {} }: Server = {},
): void {
  let instance: Instance | undefined
  let browser: Browser | undefined
  before(async () => {
    instance = await startInstance(args, environment)
    browser = await useChromium()
    await ready({ instance, browser })
  })
  after(async () => {
    if (browser) await leaveChromium(browser)
    await instance?.end()
  })
}

/** The same, with a page on which the owner of the demo is signed in. */
export function useStudio(
  ready: (studio: Started & Opened) => unknown,
  { context, ...server }: Server & { context?: BrowserContextOptions } = {},
): void {
  useInstance(async (started) => {
    const opened = await openPage(started, context)
    await signIn(opened.page, started.instance)
    await ready({ ...started, ...opened })
  }, server)
}

/** Opens an empty page in a browser context of its own. */
export async function openPage(
  { instance, browser }: Started,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await openContext(browser, options)
  const complaints = watch(context, [instance.url, new URL(instance.server.assetsUrl).origin])
  return { context, page: await context.newPage(), complaints }
}

/** Opens a page on which a new member with this role is signed in. */
export async function openAs(
  role: string,
  started: Started,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const { folder, url } = started.instance
  const account = { email: `${role}@example.com`, password: 'some unrelated words' }
  const words = ['user', 'create', '--email', account.email, '--role', role]
  await printedBy([...words, '--data', folder], { input: account.password })
  const opened = await openPage(started, options)
  await signIn(opened.page, { account, url })
  return opened
}

/** Adds models, and items of them, to an instance. */
export async function importModel(
  { folder }: Instance,
  schema: object,
  items: readonly object[],
): Promise<void> {
  const [models, rows] = [join(folder, 'schema.json'), join(folder, 'items.ndjson')]
  await writeFile(models, JSON.stringify(schema))
  await writeFile(rows, items.map((item) => JSON.stringify(item)).join('\n'))
  await printedBy(['schema', 'apply', models, '--data', folder])
  await printedBy(['content', 'import', rows, '--data', folder])
}
