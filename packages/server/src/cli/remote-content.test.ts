/** `content import` and `content export` on another installation. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import type { Role } from '@octavo/schema/roles.ts'
import { createToken } from '../access/management-tokens.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { octavoHere, type Outcome } from '../testing/run-here.ts'
import { ownerOf } from '../testing/studio-caller.ts'
import { writeRoot } from '../testing/write-root.ts'
import { exportContent } from '../transfer/export.ts'
import { importContent } from '../transfer/import.ts'

/** Lines refer ahead and back, and half of them have no id. */
const lines = Array.from({ length: 45 }, (_, index) => {
  const number = index + 1
  if (number % 9 === 0) return { model: 'author', id: number, fields: { name: `Author ${number}` } }
  return {
    model: 'article',
    ...(number % 2 === 0 && { id: number }),
    ...(number % 5 === 0 && { space: 'tokyo' }),
    published: number % 3 === 0,
    created_at: '2026-01-02T03:04:05.000Z',
    fields: { title: `Article ${number}`, author: number < 22 ? 45 : 9 },
    'fields[ja]': { title: `記事 ${number}` },
    ...(number % 3 === 0 && { draft: { fields: { title: 'Draft' } } }),
    ...(number % 7 === 0 && { archived: true }),
  }
})

testApps('content commands with --url', (freshApp) => {
  let folder: string
  let file: string
  let uninterrupted: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-test-'))
    file = await fileOf('all.ndjson', lines)
    const app = await newApp()
    const { code, stderr } = await run(app, `content import ${file}`)
    assert.equal(code, 0, stderr)
    assert.match(stderr, /^Imported 45 items\.$/m)
    uninterrupted = await exported(app)
  })
  after(() => rm(folder, { recursive: true }))

  async function newApp(): Promise<TestApp> {
    const app = await freshApp()
    await app.applyTestSchema(writeRoot)
    return app
  }

  async function fileOf(name: string, content: readonly unknown[]): Promise<string> {
    const path = join(folder, name)
    const texts = content.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
    await writeFile(path, `${texts.join('\n')}\n`)
    return path
  }

  async function tokenOf({ deps }: TestApp, role: Role, spaceIds: number[] | null = null) {
    const settings = { name: `CI ${role}`, role, spaceIds, expiresAt: null, actor: 'cli' } as const
    return (await createToken(deps, settings)).token
  }

  async function run(
    app: TestApp,
    command: string,
    { url = app.addresses.api, token = '' } = {},
  ): Promise<Outcome> {
    return octavoHere([...command.split(' '), '--url', url], {
      environment: { OCTAVO_TOKEN: token || (await tokenOf(app, 'admin')) },
    })
  }

  async function exported({ deps }: TestApp): Promise<string> {
    let text = ''
    const write = async (part: string) => void (text += part)
    await exportContent(deps, { rootId: 1, write })
    return text
  }

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
    assert.equal(await exported(app), uninterrupted)
  })

  it('export the same lines as a local export', async () => {
    const app = await newApp()
    await run(app, `content import ${file}`)
    const whole = await run(app, 'content export')
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
    const stopped = await run(app, `content import ${bad}`)
    assert.equal(stopped.code, 1)
    assert.match(stopped.stderr, /line 2: is not JSON/)
    assert.match(stopped.stderr, /stopped at line 2\. .* resume with --from-line 2/)
    const skipped = await run(app, `content import ${bad} --continue`)
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
    assert.equal((await exported(app)).trim().split('\n').length, 2)
  })

  it('respect role, spaces and quotas, and record the token', async () => {
    const app = await newApp()
    await run(app, `content import ${file}`)
    const viewer = await tokenOf(app, 'viewer', [2])
    const seen = await run(app, 'content export', { token: viewer })
    const inTokyo = uninterrupted.split('\n').filter((line) => line.includes('"space":"tokyo"'))
    assert.deepEqual(seen.stdout.trim().split('\n'), inTokyo)
    const one = await fileOf('one.ndjson', [{ model: 'author', fields: { name: 'One' } }])
    const denied = await run(app, `content import ${one}`, { token: viewer })
    assert.match(denied.stderr, /^octavo: this requires the role editor\n$/)
    const editor = await tokenOf(app, 'editor', [2])
    const outside = await run(app, `content import ${one}`, { token: editor })
    assert.match(outside.stderr, /line 1: space: you have no access to this space/)
    const invalid = await run(app, `content import ${one} --keep-invalid`, { token: editor })
    assert.match(invalid.stderr, /keepsInvalid: this requires the role admin/)
    const tokyo = await fileOf('tokyo.ndjson', [
      { model: 'author', space: 'tokyo', id: 900, fields: { name: 'One' } },
    ])
    assert.equal((await run(app, `content import ${tokyo}`, { token: editor })).code, 0)
    const owner = await ownerOf(app)
    const { json } = await owner.call('listHistory', { params: { id: 900 } })
    assert.deepEqual(
      json.deeds.map(({ action, actor }) => [action, actor.kind, actor.name]),
      [['import', 'token', 'CI editor']],
    )
    const quotas = { items: 46, mediaBytes: null, requests: null }
    await app.applyTestSchema({ ...writeRoot, version: 2 }, { quotas })
    const full = await run(app, `content import ${one}`)
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
    const page = await run(app, 'content export', { url })
    assert.match(page.stderr, /did not return JSON\. Check --url/)
    const other = await run(app, 'content export --root main', { url })
    assert.match(other.stderr, /returned status 404\. Check --url, and that the server has the/)
    server.close()
    const exposed = await run(app, 'content export', { url: 'http://octavo.invalid' })
    assert.match(exposed.stderr, /^Warning: the token is sent unencrypted/)
  })
})
