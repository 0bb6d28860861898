/** Imports into and exports from another installation that are interrupted and continued. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { cuttingProxy, type Cut } from '../testing/cutting-proxy.ts'
import { endServers, placeFlags, startServer } from '../testing/octavo.ts'
import {
  exportedFrom,
  remoteApp,
  runRemotely,
  sampleLines,
  tokenOf,
  writeLines,
} from '../testing/remote-content.ts'
import { octavoHere, printedBy, type Outcome } from '../testing/run-here.ts'
import { onBothDatabases } from '../testing/stores.ts'

/** More than two requests. */
const lines = sampleLines(450)

testApps('interrupted content commands with --url', (freshApp) => {
  let folder: string
  let file: string
  let uninterrupted: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-test-'))
    file = await fileOf('all.ndjson', lines)
    const app = await newApp()
    const { code, stderr } = await runRemotely(app, `content import ${file}`)
    assert.equal(code, 0, stderr)
    assert.match(stderr, /^Imported 450 items\.$/m)
    uninterrupted = await exportedFrom(app)
  })
  after(() => rm(folder, { recursive: true }))

  const newApp = (): Promise<TestApp> => remoteApp(freshApp)
  const fileOf = (name: string, content: readonly unknown[]): Promise<string> =>
    writeLines(join(folder, name), content)

  const cuts: [what: string, method: string, path: RegExp, cut: Cut, isComplete: boolean][] = [
    ['a request', 'POST', /\/imports\//, 'before', false],
    ['a response', 'POST', /\/imports\//, 'after', false],
    ['the last response', 'DELETE', /\/imports\//, 'before', true],
  ]
  for (const [what, method, path, cut, isComplete] of cuts) {
    it(`continue an import after the connection was lost during ${what}`, async () => {
      const app = await newApp()
      const proxy = await cuttingProxy(app.addresses.api)
      let count = 0
      proxy.cut = (own, place) =>
        own === method && path.test(place) && (isComplete || ++count === 2) ? cut : undefined
      const token = await tokenOf(app)
      const place = { url: proxy.url, token }
      const lost = await runRemotely(app, `content import ${file}`, place)
      assert.equal(lost.code, 1)
      assert.match(
        lost.stderr,
        /^octavo: cannot reach .*: .*\. Run the same command again: it continues at line \d+ or later\.$/m,
      )
      proxy.cut = () => undefined
      const again = await runRemotely(app, `content import ${file}`, place)
      assert.equal(again.code, 0, again.stderr)
      assert.match(again.stderr, /An earlier run has imported the lines before line \d+\./)
      assert.equal(await exportedFrom(app), uninterrupted)
      // The import is complete, so the file counts as a new one.
      const third = await runRemotely(app, `content import ${file}`, place)
      assert.match(third.stderr, /line 2: id: item 2 already exists/)
    })
  }

  it('export the same lines as a local export, and continue after a lost connection', async () => {
    const app = await newApp()
    await runRemotely(app, `content import ${file}`)
    const whole = await runRemotely(app, 'content export')
    assert.equal(whole.stdout, uninterrupted)
    assert.match(whole.stderr, /^Exported 450 items\.$/m)
    const large = lines.map((_, index) => ({
      model: 'article',
      fields: { title: `${index}`, lead: 'x'.repeat(2000) },
    }))
    await runRemotely(app, `content import ${await fileOf('large.ndjson', large)}`)
    const local = await exportedFrom(app)
    const proxy = await cuttingProxy(app.addresses.api)
    let count = 0
    proxy.cut = (_, place) =>
      place.includes('/export') && ++count === 2 ? ('after' as const) : undefined
    const part = await runRemotely(app, 'content export', { url: proxy.url })
    assert.equal(part.code, 1)
    const [, id = ''] = /add --after (\d+) and append/.exec(part.stderr) ?? []
    const rest = await runRemotely(app, `content export --after ${id}`)
    assert.equal(part.stdout + rest.stdout, local)
  })
})

onBothDatabases('an import while the server is killed', (fresh) => {
  after(endServers)

  it('continues with a new server, without losing or repeating a line', async () => {
    const { address } = await fresh()
    const place = placeFlags(address)
    const schema = join(address.dataFolder, 'schema.json')
    const fields = [{ luid: 'name', type: 'text' }]
    await writeFile(schema, JSON.stringify({ languages: ['en'], models: [{ luid: 'a', fields }] }))
    const file = join(address.dataFolder, 'lines.ndjson')
    const names = Array.from({ length: 900 }, (_, index) => `Item ${index}`)
    const texts = names.map((name) => `${JSON.stringify({ model: 'a', fields: { name } })}\n`)
    await writeFile(file, texts.join(''))
    await printedBy(['schema', 'apply', schema, ...place])
    const token = await printedBy(['token', 'create', '--name', 'CI', '--role', 'editor', ...place])
    const first = await startServer(place)
    const proxy = await cuttingProxy(first.baseUrl.replace('/v1', ''))
    let count = 0
    proxy.cut = (method) => {
      if (method === 'POST' && ++count === 3) first.child.kill('SIGKILL')
      return undefined
    }
    const importAt = (url: string): Promise<Outcome> =>
      octavoHere(['content', 'import', file, '--url', url], {
        environment: { OCTAVO_TOKEN: token },
      })
    const lost = await importAt(proxy.url)
    assert.equal(lost.code, 1)
    assert.match(lost.stderr, /Run the same command again: it continues at line \d+ or later/)
    const second = await startServer(place)
    const again = await importAt(second.baseUrl.replace('/v1', ''))
    assert.equal(again.code, 0, again.stderr)
    await second.end('SIGTERM')
    const exportedLines = (await printedBy(['content', 'export', ...place])).split('\n')
    assert.deepEqual(
      exportedLines.map((line) => (JSON.parse(line) as { fields: { name: string } }).fields.name),
      names,
    )
  })
})
