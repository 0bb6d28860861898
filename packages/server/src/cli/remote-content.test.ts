/** `content import` and `content export` on another installation. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import {
  exportedFrom,
  remoteApp,
  runRemotely,
  sampleLines,
  tokenOf,
  writeLines,
} from '../testing/remote-content.ts'
import { ownerOf } from '../testing/studio-caller.ts'
import { writeRoot } from '../testing/write-root.ts'
import { importContent } from '../transfer/import.ts'

const lines = sampleLines(45)

testApps('content commands with --url', (freshApp) => {
  let folder: string
  let file: string
  let uninterrupted: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-test-'))
    file = await fileOf('all.ndjson', lines)
    const app = await newApp()
    const { code, stderr } = await runRemotely(app, `content import ${file}`)
    assert.equal(code, 0, stderr)
    assert.match(stderr, /^Imported 45 items\.$/m)
    uninterrupted = await exportedFrom(app)
  })
  after(() => rm(folder, { recursive: true }))

  const newApp = (): Promise<TestApp> => remoteApp(freshApp)
  const fileOf = (name: string, content: readonly unknown[]): Promise<string> =>
    writeLines(join(folder, name), content)

  it('import the same items as a local import', async () => {
    const app = await newApp()
    const options = { continues: false, keepsMissing: false, keepsInvalid: false, fromLine: 1 }
    const result = await importContent(app.deps, {
      ...options,
      rootId: 1,
      actor: 'cli',
      path: file,
      onBadLine: (line, problems) => assert.fail(`line ${line}: ${JSON.stringify(problems)}`),
    })
    assert.equal(result.imported, 45)
    assert.equal(await exportedFrom(app), uninterrupted)
  })

  it('export the same lines as a local export', async () => {
    const app = await newApp()
    await runRemotely(app, `content import ${file}`)
    const whole = await runRemotely(app, 'content export')
    assert.equal(whole.stdout, uninterrupted)
    assert.match(whole.stderr, /^Exported 45 items\.$/m)
  })

  it('stop at the first invalid line, or skip invalid lines', async () => {
    const app = await newApp()
    const bad = await fileOf('bad.ndjson', [
      { model: 'author', fields: { name: 'One' } },
      'not json',
      { model: 'nothing', fields: {} },
      { model: 'article', published: true, fields: { author: 999 } },
      { model: 'author', id: 7, fields: { name: 'Two' } },
      { model: 'author', id: 7, fields: { name: 'Three' } },
    ])
    const stopped = await runRemotely(app, `content import ${bad}`)
    assert.equal(stopped.code, 1)
    assert.match(stopped.stderr, /line 2: is not JSON/)
    assert.match(stopped.stderr, /stopped at line 2\. .* resume with --from-line 2/)
    const skipped = await runRemotely(app, `content import ${bad} --continue`)
    assert.equal(skipped.code, 1)
    for (const expected of [
      /before line 2\./,
      /line 3: model: there is no such model/,
      /line 4: fields\.author: .*999/,
      /line 6: id: line 5 has the same id/,
      /Imported 1 item\./,
      /skipped 4 invalid lines/,
    ]) {
      assert.match(skipped.stderr, expected)
    }
    assert.equal((await exportedFrom(app)).trim().split('\n').length, 2)
  })

  it('respect role, spaces and quotas, and record the token', async () => {
    const app = await newApp()
    await runRemotely(app, `content import ${file}`)
    const viewer = await tokenOf(app, 'viewer', [2])
    const seen = await runRemotely(app, 'content export', { token: viewer })
    const inTokyo = uninterrupted.split('\n').filter((line) => line.includes('"space":"tokyo"'))
    assert.deepEqual(seen.stdout.trim().split('\n'), inTokyo)
    const one = await fileOf('one.ndjson', [{ model: 'author', fields: { name: 'One' } }])
    const denied = await runRemotely(app, `content import ${one}`, { token: viewer })
    assert.match(denied.stderr, /^octavo: this requires the role editor\n$/)
    const editor = await tokenOf(app, 'editor', [2])
    const outside = await runRemotely(app, `content import ${one}`, { token: editor })
    assert.match(outside.stderr, /line 1: space: you have no access to this space/)
    const invalid = await runRemotely(app, `content import ${one} --keep-invalid`, {
      token: editor,
    })
    assert.match(invalid.stderr, /keepsInvalid: this requires the role admin/)
    const tokyo = await fileOf('tokyo.ndjson', [
      { model: 'author', space: 'tokyo', id: 900, fields: { name: 'One' } },
    ])
    assert.equal((await runRemotely(app, `content import ${tokyo}`, { token: editor })).code, 0)
    const owner = await ownerOf(app)
    const { json } = await owner.call('listHistory', { params: { id: 900 } })
    assert.deepEqual(
      json.deeds.map(({ action, actor }) => [action, actor.kind, actor.name]),
      [['import', 'token', 'CI editor']],
    )
    const quotas = { items: 46, mediaBytes: null, requests: null }
    await app.applyTestSchema({ ...writeRoot, version: 2 }, { quotas })
    const full = await runRemotely(app, `content import ${one}`)
    assert.equal(full.code, 1)
    assert.match(full.stderr, /46/)
  })

  it('explain another server, and warn about plain HTTP', async () => {
    const app = await newApp()
    const server = createServer((request, response) => {
      const isPage = request.url?.startsWith('/admin/api/roots?') ?? false
      response.writeHead(request.url?.endsWith('/roots') && !isPage ? 200 : 404)
      response.end(request.url?.endsWith('/roots') ? '<!doctype html>' : '{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const page = await runRemotely(app, 'content export', { url })
    assert.match(page.stderr, /did not return JSON\. Check --url/)
    const other = await runRemotely(app, 'content export --root main', { url })
    assert.match(other.stderr, /returned status 404\. Check --url, and that the server has the/)
    server.close()
    const exposed = await runRemotely(app, 'content export', { url: 'http://octavo.invalid' })
    assert.match(exposed.stderr, /^Warning: the token is sent unencrypted/)
  })
})
