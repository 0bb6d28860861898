/** Opens sanitized attacks in a real browser. No script may run, in any format, from HTML or Markdown. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import type { Browser } from 'playwright-core'
import { disguised } from '../packages/server/src/testing/markup-arbitraries.ts'
import { runs } from '../packages/server/src/testing/runs.ts'
import vectors from '../packages/server/src/testing/xss-vectors.json' with { type: 'json' }
import { defaultTextPolicy, parseFlexible } from '../packages/server/src/text/flexible.ts'
import { launchChromium, noChromium } from './chromium.ts'

/** A renderer that does not sanitize its input. */
const trusting = new MarkdownIt({ html: true, linkify: true })

describe('flexible text in a browser', { skip: noChromium }, () => {
  let browser: Browser

  before(async () => {
    browser = await launchChromium()
  })
  after(() => browser.close())

  /** Opens a page with this HTML, triggers events on every element, and returns signs of scripts. */
  async function ran(html: string): Promise<unknown> {
    const opened = await browser.newPage()
    const alarms: string[] = []
    await opened.route('**/*', (route) => route.abort())
    opened.on('dialog', (dialog) => {
      alarms.push(dialog.message())
      return dialog.dismiss()
    })
    await opened.setContent(`<!doctype html><title>untouched</title><main>${html}</main>`)
    await opened.evaluate(() => {
      const root = Reflect.get(globalThis, 'document') as {
        querySelectorAll(all: string): Iterable<EventTarget & { click?(): void }>
      }
      for (const element of root.querySelectorAll('main *')) {
        for (const name of ['mouseover', 'focus', 'error', 'load', 'toggle']) {
          element.dispatchEvent(new Event(name))
        }
        element.click?.()
      }
    })
    const title = await opened.title().catch(() => 'the page went elsewhere')
    await opened.close()
    return { alarms, title }
  }

  function shownBy(input: string): string {
    const outputs = (['portable_html', 'markdown'] as const).flatMap((format) => {
      const { portable_html, html, markdown } = parseFlexible(input, format, defaultTextPolicy)
      return [portable_html, html, trusting.render(markdown)]
    })
    return outputs
      .map((output) => `<div>${output}</div>`)
      .join('\n')
      .replaceAll(/ (href|target)="[^"]*"/g, '')
  }

  it('detects an attack that is not sanitized', async () => {
    const { alarms } = (await ran('<img src=x onerror="alert(1)">')) as { alarms: string[] }
    assert.deepEqual([...new Set(alarms)], ['1'])
  })

  it('runs no script of the known attacks', async () => {
    for (let start = 0; start < vectors.length; start += 20) {
      const some = vectors.slice(start, start + 20)
      assert.deepEqual(await ran(some.map(shownBy).join('\n')), { alarms: [], title: 'untouched' })
    }
  })

  it('runs no script of disguised attacks', async () => {
    const inputs = fc.array(disguised(vectors), { minLength: 20, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(inputs, async (some) => {
        assert.deepEqual(await ran(some.map(shownBy).join('\n')), {
          alarms: [],
          title: 'untouched',
        })
      }),
      { ...runs(5), endOnFailure: true },
    )
  })
})
