/** The Chromium that every browser test uses. */
import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

/** The headless shell is the same engine without the browser's own windows, which take a quarter of the CPU time. */
const candidates = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const chromiumPath = candidates.find((path) => existsSync(path))

/** Why browser tests are skipped; false if they run. */
export const noChromium =
  chromiumPath === undefined && 'Chromium is not installed: .ci/run installs it'

/** Timeout in milliseconds, long enough for the busiest machine. */
const patience = 120_000

let shared: Promise<Browser> | undefined
let isShared = false

/** From now on, all tests of this process use one browser. Returns how to close it. */
export function shareChromium(): () => Promise<void> {
  isShared = true
  return async () => (await shared)?.close()
}

/** The browser of this test. End it with `leaveChromium`. */
export function useChromium(): Promise<Browser> {
  return isShared ? (shared ??= launchChromium()) : launchChromium()
}

export async function leaveChromium(browser: Browser): Promise<void> {
  if (!isShared) return browser.close()
  await Promise.all(browser.contexts().map((context) => context.close()))
}

/** Debian's Chromium, without background connections. */
export async function launchChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    timeout: patience,
    executablePath: chromiumPath ?? 'chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  browser.on('context', (context) => context.setDefaultTimeout(patience))
  return browser
}
