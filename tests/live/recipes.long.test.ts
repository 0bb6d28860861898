/** The code in docs/live-updates.md: compiled with the types of the real Next, and run in it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { buildClient } from '../../packages/client/scripts/build-client.ts'
import { callAt } from '../../packages/server/src/testing/app-factory.ts'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import {
  endServers,
  startServer,
  type RunningServer,
} from '../../packages/server/src/testing/octavo.ts'
import { makeKey, printedBy } from '../../packages/server/src/testing/run-here.ts'
import { run, withServer, type Place } from '../packages/project.ts'

const repository = join(import.meta.dirname, '../..')
const templateSite = join(repository, 'packages/create-octavo/templates/next/site')
const nodeFolder = dirname(process.execPath)

/** Of the example without a file name. */
const prelude = `import { client } from './articles'
declare function show(data: unknown): void
declare function report(error: unknown): void
`

const site = {
  'next.config.ts': 'export default { cacheComponents: true }\n',
  'app/layout.tsx': `import type { ReactNode } from 'react'
export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>
}
`,
  'app/page.tsx': `import { articles } from './articles'
export default async function Page() {
  return (await articles()).map(({ _id, title }) => <h2 key={_id}>{title}</h2>)
}
`,
}

interface Manifest {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

describe('the recipes in docs/live-updates.md', { timeout: 600_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-recipes-'))
  const place = { folder, home: folder }
  after(async () => {
    await endServers()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  function write(name: string, text: string): void {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }

  async function succeed(words: readonly string[], at: Place = place): Promise<void> {
    const [program = '', ...rest] = words
    const { code, stdout, stderr } = await run(at, nodeFolder, program, rest)
    assert.equal(code, 0, stdout + stderr)
  }

  /** Returns what the compiler reports. */
  function compile(): Promise<string> {
    const compiler = join(repository, 'node_modules/typescript/bin/tsc')
    return new Promise((resolve) => {
      execFile(process.execPath, [compiler, '-p', folder], (_error, stdout, stderr) =>
        resolve(stdout + stderr),
      )
    })
  }

  before(async () => {
    const text = await readFile(join(templateSite, 'package.json'), 'utf8')
    const { dependencies, devDependencies } = JSON.parse(text) as Manifest
    const { '@octavo/client': _client, ...others } = dependencies
    write('package.json', JSON.stringify({ private: true, dependencies: others, devDependencies }))
    const verifier = join(repository, 'node_modules/standardwebhooks/package.json')
    const { version } = JSON.parse(await readFile(verifier, 'utf8')) as { version: string }
    const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
    await succeed(['npm', ...words, `standardwebhooks@${version}`])
    buildClient(join(folder, 'node_modules/@octavo/client'))
    const { compilerOptions } = JSON.parse(
      await readFile(join(templateSite, 'tsconfig.json'), 'utf8'),
    ) as { compilerOptions: object }
    const options = { ...compilerOptions, types: ['node'], incremental: false }
    write('tsconfig.json', JSON.stringify({ compilerOptions: options }))
    for (const [name, code] of Object.entries(site)) write(name, code)
    // The types of the demo.
    const types = join(repository, 'examples/astro-blog/src/octavo.ts')
    write('app/octavo.ts', await readFile(types, 'utf8'))
    const page = await readFile(join(repository, 'docs/live-updates.md'), 'utf8')
    const blocks = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = '']) => code)
    assert.equal(blocks.length, 4)
    for (const code of blocks) {
      const name = /^\/\/ (\S+\.ts)\n/.exec(code)?.[1]
      write(name ?? 'app/live.ts', name === undefined ? prelude + code : code)
    }
  })

  it('compile', async () => {
    assert.equal(await compile(), '')
  })

  it('are checked against the types of Next', async () => {
    write('app/wrong.ts', "import { revalidateTag } from 'next/cache'\nrevalidateTag(1, 'max')\n")
    const reported = await compile()
    rmSync(join(folder, 'app/wrong.ts'))
    assert.match(reported, /app\/wrong\.ts\(2,15\): error TS2345/)
  })

  it('update a cached page of Next when a webhook reports a change', async () => {
    const data = join(folder, 'data')
    const octavo = await startServer(['--demo', '--data', data], {
      OCTAVO_WEBHOOK_ALLOW: '127.0.0.0/8',
    })
    const flags = ['--data', data]
    const writer = await makeKey({ reads: 'draft', writes: true }, flags)
    const reader = await makeKey({ reads: 'published' }, flags)
    const events = 'item.published,item.unpublished,item.deleted,media.updated,schema.changed'
    const settings = ['--name', 'next', '--target', 'http://127.0.0.1:9/', '--events', events]
    const created = await printedBy(['webhook', 'create', ...settings, ...flags])
    const { id, secret } = JSON.parse(created) as { id: number; secret: string }
    const next = {
      ...place,
      settings: {
        OCTAVO_URL: octavo.baseUrl,
        OCTAVO_KEY: reader,
        OCTAVO_WEBHOOK_SECRET: secret,
        NEXT_TELEMETRY_DISABLED: '1',
      },
    }
    const program = ['node', 'node_modules/next/dist/bin/next']
    await succeed([...program, 'build'], next)
    const command = [...program, 'start', '--port', '0', '--hostname', '127.0.0.1']
    await withServer(next, nodeFolder, { command, lastLine: /Ready/ }, async (printed) => {
      const [home = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? []
      const receiver = `${home}/api/octavo`
      await printedBy(['webhook', 'update', String(id), '--target', receiver, ...flags])
      const shown = async (): Promise<string> => (await fetch(home)).text()
      const first = await firstArticle(octavo, reader)
      assert.ok((await shown()).includes(first.title))
      assert.equal((await fetch(receiver, { method: 'POST', body: '{}' })).status, 401)
      const url = `${octavo.baseUrl}/contents/${first.id}?model=article&published=true`
      const body = { fields: { title: 'Seen through the webhook' } }
      assert.equal((await callAt(url, 'PATCH', { key: writer, body })).status, 200)
      await eventually(async () => (await shown()).includes(body.fields.title))
    })
  })
})

async function firstArticle(
  { baseUrl }: RunningServer,
  key: string,
): Promise<{ id: number; title: string }> {
  const { json } = await callAt(`${baseUrl}/contents?model=article&limit=1`, 'GET', { key })
  const { data } = json as { data: { _id: number; title: string }[] }
  const [{ _id: id, title } = assert.fail()] = data
  return { id, title }
}
