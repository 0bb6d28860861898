/**
 * Checks every screen: accessibility violations, console errors, requests to other hosts. The other colour
 * scheme changes only colours, so only the contrast is checked again.
 */
import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { addUsage, axeViolations, signIn, startInstance } from './browser.ts'
import { emptyScreens, screens, show, showSetUp, stillness } from './screens.ts'
import { textsIn, type Variant } from './seen.ts'
import { openPage, type Started } from './suite.ts'

/** Checks the screens of the demo. Some of them change its content, so that each variant needs its own. */
export async function assertDemoIsAccessible(started: Started, variant: Variant): Promise<void> {
  const { instance } = started
  await addUsage(instance)
  const { page, complaints } = await openPage(started, variant.options)
  const found: Record<string, string[]> = {}
  await page.goto(instance.url)
  await page.locator('input[type=email]').waitFor()
  found['sign-in'] = await violationsInBothSchemes(page, variant)
  await signIn(page, instance)
  const seen = { page, instance, t: textsIn(variant.language) }
  for (const screen of screens) {
    await show(screen, seen)
    found[screen.name] = await violationsInBothSchemes(page, variant)
  }
  await page.context().close()
  assert.deepEqual(onlyBad(found), {})
  assert.deepEqual(complaints, [])
}

/** Checks the screens of an instance without content. */
export async function assertEmptyIsAccessible(browser: Browser, variant: Variant): Promise<void> {
  const instance = await startInstance()
  const { page, complaints } = await openPage({ instance, browser }, variant.options)
  const seen = { page, instance, t: textsIn(variant.language) }
  await showSetUp(seen)
  const found: Record<string, string[]> = { 'set-up': await axeViolations(page) }
  await page.locator('button[type=submit]').click()
  await page.locator('#main').waitFor()
  for (const screen of emptyScreens) {
    await show(screen, seen)
    found[screen.name] = await axeViolations(page)
  }
  await page.context().close()
  await instance.end()
  assert.deepEqual(onlyBad(found), {})
  assert.deepEqual(complaints, [])
}

const schemes = ['light', 'dark'] as const

async function violationsInBothSchemes(page: Page, { options }: Variant): Promise<string[]> {
  const [own, other] = options.colorScheme === 'dark' ? schemes.toReversed() : schemes
  const violations = await axeViolations(page)
  await setColorScheme(page, other)
  const inOther = await axeViolations(page, ['color-contrast'])
  await setColorScheme(page, own)
  return [...violations, ...inOther]
}

async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
  await stillness(page)
}

function onlyBad(found: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(found).filter(([, violations]) => violations.length > 0))
}
