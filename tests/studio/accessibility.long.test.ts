/**
 * Checks every screen: accessibility violations, console errors, requests to other hosts. Each screen is
 * checked in two variants that differ in language, width and colour scheme. The other colour scheme
 * changes only colours, so only the contrast is checked again.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { noChromium } from '../chromium.ts'
import { addUsage, axeViolations, signIn, startInstance, type Instance } from './browser.ts'
import { emptyScreens, screens, show, showSetUp, stillness } from './screens.ts'
import { variants, textsIn, type Variant } from './seen.ts'
import { openPage, useInstance } from './suite.ts'

describe('accessibility', { skip: noChromium, concurrency: 2 }, () => {
  let demo: Instance
  let browser: Browser

  useInstance(async (started) => {
    ;({ instance: demo, browser } = started)
    await addUsage(demo)
  })

  async function opened(instance: Instance, { options }: Variant): Promise<[Page, string[]]> {
    const { page, complaints } = await openPage({ instance, browser }, options)
    return [page, complaints]
  }

  for (const variant of variants.slice(0, 2)) {
    it(`has no violations on any screen, ${variant.name}`, async () => {
      const [page, complaints] = await opened(demo, variant)
      const found: Record<string, string[]> = {}
      await page.goto(demo.url)
      await page.locator('input[type=email]').waitFor()
      found['sign-in'] = await violationsInBothSchemes(page, variant)
      await signIn(page, demo)
      const seen = { page, instance: demo, t: textsIn(variant.language) }
      for (const screen of screens) {
        await show(screen, seen)
        found[screen.name] = await violationsInBothSchemes(page, variant)
      }
      await page.context().close()
      assert.deepEqual(onlyBad(found), {})
      assert.deepEqual(complaints, [])
    })
  }

  for (const variant of variants.slice(0, 2)) {
    it(`has no violations on an empty instance, ${variant.name}`, async () => {
      const empty = await startInstance()
      const [page, complaints] = await opened(empty, variant)
      const seen = { page, instance: empty, t: textsIn(variant.language) }
      await showSetUp(seen)
      const found: Record<string, string[]> = { 'set-up': await axeViolations(page) }
      await page.locator('button[type=submit]').click()
      await page.locator('#main').waitFor()
      for (const screen of emptyScreens) {
        await show(screen, seen)
        found[screen.name] = await axeViolations(page)
      }
      await page.context().close()
      await empty.end()
      assert.deepEqual(onlyBad(found), {})
      assert.deepEqual(complaints, [])
    })
  }
})

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
