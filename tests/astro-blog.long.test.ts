/**
 * The example site, copied to another folder with the commands of its README and a temporary HOME, built
 * on a demo, and opened in a real browser.
 */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { buildClient } from '../packages/client/scripts/build-client.ts'
import { startServer, type RunningServer } from '../packages/server/src/testing/octavo.ts'
import { makeKey, printedBy, type NewKey } from '../packages/server/src/testing/run-here.ts'
import { launchChromium, noChromium } from './chromium.ts'

const repository = join(import.meta.dirname, '..')
const example = join(repository, 'examples/astro-blog')
const breakfast = { id: 46, slug: 'breakfast-at-the-net-loft' }

describe('examples/astro-blog', { skip: noChromium, timeout: 600_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-astro-'))
  const data = join(folder, 'data')
  const site = join(folder, 'magazine')
  const started: ChildProcess[] = []
  let server: RunningServer
  let pages: Server
  let home = ''
  let writeKey = ''
  let browser: Browser
  let watching: AsyncIterator<string>
  let receiver = ''

  before(
    async () => {
      symlinkSync(repository, join(folder, 'octavo'))
      server = await startServer(['--demo', '--data', data], {
        OCTAVO_WEBHOOK_ALLOW: '127.0.0.0/8',
      })
      const lines = await readmeLines('## Copy it')
      const [copying = '', typing = ''] = lines
      assert.equal(lines.length, 2)
      await finished(run('bash', ['-euo', 'pipefail', '-c', copying], folder))
      const ownData = typing.replace('~/octavo/data', data)
      await finished(run('bash', ['-euo', 'pipefail', '-c', ownData], site))
      const key = (rights: NewKey) => makeKey(rights, ['--data', data])
      writeKey = await key({ reads: 'draft', writes: true })
      const created = await readmeCommand('octavo webhook create', data)
      const { id, secret } = JSON.parse(created) as { id: number; secret: string }
      const settings = {
        OCTAVO_URL: server.baseUrl,
        OCTAVO_KEY: await key({ reads: 'published' }),
        OCTAVO_DRAFT_KEY: await key({ reads: 'draft' }),
        SITE_URL: 'https://slack-water.example',
        WEBHOOK_SECRET: secret,
        WEBHOOK_PORT: '0',
      }
      const values = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
      writeFileSync(join(site, '.env'), values.join(''))
      pages = createServer((request, response) => {
        void responseTo(join(site, 'dist'), request.url ?? '/').then(({ status, type, body }) =>
          response.writeHead(status, { 'content-type': type }).end(body),
        )
      }).listen(0, '127.0.0.1')
      await once(pages, 'listening')
      home = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
      watching = linesOf(npm('run', '--silent', 'watch'), /^(?:Built|Listening)/)
      const listening = String((await watching.next()).value)
      receiver = /http:\S+/.exec(listening)?.[0] ?? ''
      await printedBy(['webhook', 'update', String(id), '--target', receiver, '--data', data])
      await watching.next()
      browser = await launchChromium()
    },
    { timeout: 400_000 },
  )
  after(async () => {
    await browser?.close()
    for (const child of started) await endGroup(child)
    pages?.close()
    pages?.closeAllConnections()
    await server?.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  /** Uses a separate process group, because npm does not stop its child processes. */
  function run(program: string, words: string[], cwd: string): ChildProcess {
    const cache = process.env['npm_config_cache'] ?? join(homedir(), '.npm')
    const child = spawn(program, words, {
      cwd,
      detached: true,
      env: {
        ...process.env,
        HOME: folder,
        npm_config_cache: cache,
        npm_config_prefer_offline: 'true',
        npm_config_loglevel: 'error',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    started.push(child)
    return child
  }

  const npm = (...words: string[]): ChildProcess => run('npm', words, site)

  /** Opens a page that must have no errors, and send requests only to the site and Octavo. */
  async function open(path: string, check: (page: Page) => Promise<void>): Promise<void> {
    const page = await browser.newPage()
    const complaints: string[] = []
    const known = [home, server.baseUrl, server.assetsUrl].map((url) => new URL(url).origin)
    page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => {
      const { origin } = new URL(request.url())
      if (!known.includes(origin)) complaints.push(`unexpected request to ${request.url()}`)
    })
    await page.goto(`${home}${path}`, { waitUntil: 'load' })
    await check(page)
    await page.close()
    assert.deepEqual(complaints, [], path)
  }

  const titles = (page: Page): Promise<string[]> => page.locator('.card h2').allTextContents()

  it('has the types that typegen generates from the demo', async () => {
    const [own, made] = await Promise.all(
      [example, site].map((place) => readFile(join(place, 'src/octavo.ts'), 'utf8')),
    )
    assert.equal(own, made)
  })

  it('passes its type check', async () => {
    await finished(npm('run', '--silent', 'check'))
  })

  it('also installs inside the repository with its lock file', async () => {
    const inside = join(folder, 'inside/examples/astro-blog')
    buildClient(join(folder, 'inside/packages/client/dist'))
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
      cpSync(join(example, name), join(inside, name))
    }
    await finished(run('npm', ['ci', '--dry-run', '--ignore-scripts'], inside))
  })

  it('redirects a visitor from the root to a language', async () => {
    await open('/', async (page) => {
      await page.waitForURL(`${home}/en/`)
    })
  })

  it('shows the newest articles, page by page', async () => {
    await open('/en/', async (page) => {
      const first = await titles(page)
      assert.equal(first.length, 10)
      await page.click('a[rel=next]')
      await page.waitForURL(`${home}/en/page/2/`)
      const second = await titles(page)
      assert.equal(new Set([...first, ...second]).size, 20)
    })
  })

  it('shows an article in both languages, with a resized image', async () => {
    await open(`/en/articles/${breakfast.slug}/`, async (page) => {
      assert.equal(await page.textContent('h1'), 'Breakfast at the net loft')
      const picture = (await page.evaluate(
        '(({ currentSrc, naturalWidth }) => ({ src: currentSrc, width: naturalWidth }))(document.querySelector("figure.wide img"))',
      )) as { src: string; width: number }
      assert.match(picture.src, /\?width=\d+&format=auto$/)
      assert.ok(picture.width > 0, 'the image is loaded')
      await page.click('.tools a[hreflang=ja]')
      await page.waitForURL(`${home}/ja/articles/${breakfast.slug}/`)
      assert.equal(await page.textContent('h1'), '網小屋の二階で朝ごはん')
      assert.equal(await page.getAttribute('html', 'lang'), 'ja')
    })
  })

  it('marks texts without a translation', async () => {
    await open('/ja/articles/a-packing-list-for-wet-islands/', async (page) => {
      assert.equal(await page.getAttribute('article.prose', 'lang'), 'en')
      assert.equal(await page.textContent('.note'), 'この文章は英語のみです。')
    })
  })

  it('searches in English and Japanese', async () => {
    await open('/ja/search/', async (page) => {
      await page.fill('input[name=q]', '鯖')
      await page.waitForSelector('#hits li')
      assert.match((await page.textContent('#count')) ?? '', /^[1-9]\d*件$/)
      await page.fill('input[name=q]', 'まったく存在しない言葉')
      await page.waitForFunction('document.querySelector("#count").textContent === "0件"')
    })
    await open('/en/search/?q=mackerel', async (page) => {
      await page.click('text=Breakfast at the net loft')
      await page.waitForURL(`${home}/en/articles/${breakfast.slug}/`)
    })
  })

  it('has authors, categories, events and pages', async () => {
    const headings = {
      '/en/authors/ines-carvalhal/': 'Inês Carvalhal',
      '/ja/categories/craft/': '手仕事',
      '/en/events/': 'Events',
      '/ja/events/tide-table-evening-class/': '夜の教室 潮汐表を読む',
      '/en/about/': 'About Slack Water',
    }
    for (const [path, heading] of Object.entries(headings)) {
      await open(path, async (page) => assert.equal(await page.textContent('h1'), heading))
    }
  })

  it('links from the 404 page to the front page in both languages', async () => {
    await open('/404.html', async (page) => {
      await page.click('.tools a[hreflang=ja]')
      await page.waitForURL(`${home}/ja/`)
    })
  })

  it('accepts only signed requests', async () => {
    const statuses = ['GET', 'POST'].map(
      async (method) => (await fetch(receiver, { method })).status,
    )
    assert.deepEqual(await Promise.all(statuses), [405, 401])
  })

  it('is rebuilt when a webhook reports published content', async () => {
    const changed = await fetch(
      `${server.baseUrl}/contents/${breakfast.id}?model=article&published=true`,
      {
        method: 'PATCH',
        headers: { 'X-SERVICE-API-KEY': writeKey },
        body: JSON.stringify({ 'fields[ja]': { title: '朝ごはん、もう一度' } }),
      },
    )
    assert.equal(changed.status, 200)
    assert.match(String((await watching.next()).value), /^Built/)
    await open(`/ja/articles/${breakfast.slug}/`, async (page) => {
      assert.equal(await page.textContent('h1'), '朝ごはん、もう一度')
    })
  })

  it('shows drafts only in the preview', async () => {
    const draft = '/en/articles/a-hole-in-the-cork/'
    assert.equal((await fetch(`${home}${draft}`)).status, 404)
    const preview = npm('run', '--silent', 'preview:drafts', '--', '--port', '0')
    const shown = await linesOf(preview, /http:\/\/localhost/).next()
    const address = /http:\/\/localhost:\d+/.exec(String(shown.value))?.[0] ?? ''
    const html = await (await fetch(`${address}${draft}`)).text()
    assert.match(html, /<h1[^>]*>A hole in the cork<\/h1>/)
    assert.match(html, /class="status"[^>]*>Draft</)
  })
})

/** The code blocks below a heading of the README. */
async function readmeLines(heading: string): Promise<string[]> {
  const readme = await readFile(join(example, 'README.md'), 'utf8')
  const section = readme.slice(readme.indexOf(heading)).split('\n## ')[0] ?? ''
  return [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, lines = '']) => lines)
}

/** Runs a command of the README, and returns what it prints. */
async function readmeCommand(start: string, data: string): Promise<string> {
  const readme = (await readFile(join(example, 'README.md'), 'utf8')).replaceAll('\\\n', ' ')
  const line = readme.split('\n').find((one) => one.startsWith(`npx ${start}`)) ?? ''
  const [, , ...words] = line.split(/\s+/)
  return printedBy([...words, '--data', data])
}

async function finished(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  const printed = child.stdout ? await text(child.stdout) : ''
  const [code] = (await exited) as [number | null]
  assert.equal(code, 0, printed)
}

async function endGroup(child: ChildProcess): Promise<void> {
  const { pid, exitCode, signalCode } = child
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  const exited = once(child, 'exit')
  process.kill(-pid, 'SIGTERM')
  await exited
}

/** Yields the matching lines of a program's output. Throws when the program exits. */
async function* linesOf(child: ChildProcess, pattern: RegExp): AsyncGenerator<string> {
  assert.ok(child.stdout)
  for await (const line of createInterface(child.stdout)) if (pattern.test(line)) yield line
  throw new Error(`the program ended without printing ${pattern}`)
}

/** Serves a file of the site like a plain web server. */
async function responseTo(folder: string, url: string) {
  const types: Record<string, string> = {
    '.html': 'text/html; charset=utf-8',
    '.css': 'text/css',
    '.js': 'text/javascript',
    '.svg': 'image/svg+xml',
  }
  const { pathname } = new URL(url, 'http://site')
  const name = normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname)
  try {
    const body = await readFile(join(folder, name))
    return { status: 200, type: types[extname(name)] ?? 'application/octet-stream', body }
  } catch {
    const body = await readFile(join(folder, '404.html'))
    return { status: 404, type: 'text/html; charset=utf-8', body }
  }
}
