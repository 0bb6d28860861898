/** The web app in a browser: what browser tests and screenshots share. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { startServer, type RunningServer } from '../../packages/server/src/testing/octavo.ts'

export interface Instance {
  server: RunningServer
  /** Address of the web app, without a slash at the end. */
  url: string
  folder: string
  end(): Promise<void>
}

export async function startInstance(args: string[] = []): Promise<Instance> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-studio-'))
  const server = await startServer(['--data', folder, ...args])
  return {
    server,
    url: new URL(server.baseUrl).origin,
    folder,
    async end() {
      await server.end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What the demo prints once: the account of its owner. */
function demoAccount({ server }: Instance): { email: string; password: string } {
  const [, email = '', password = ''] = /Sign in\s+(\S+)\s+(\S+)/.exec(server.printed) ?? []
  return { email, password }
}

export async function signIn(page: Page, instance: Instance): Promise<void> {
  const { email, password } = demoAccount(instance)
  await page.goto(instance.url)
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.locator('nav').first().waitFor()
}

/** Fails on requests to other hosts, on errors in the page and on its complaints. */
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

/** Violations of accessibility rules on the page as it is, in words. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  const { violations } = await page.evaluate<AxeResult>('axe.run(document)')
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .slice(0, 3)
      .map(({ target, html }) => `${id}: ${help}: ${target.join(' ')} ${html.slice(0, 160)}`),
  )
}
