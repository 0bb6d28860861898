/** `octavo typegen` and `octavo openapi`. */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { octavoHere, type Outcome } from '../packages/server/src/testing/run-here.ts'

const program = join(import.meta.dirname, '../packages/server/bin/octavo.js')

describe('types and descriptions of a space', () => {
  let folder: string
  let out: string
  let watching: ChildProcess | undefined

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'octavo-types-'))
    out = join(folder, 'octavo.ts')
    await apply(['title'])
  })

  after(() => {
    watching?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  const octavo = (...words: string[]): Promise<Outcome> =>
    octavoHere(words, { environment: { OCTAVO_DATA: folder } })

  async function apply(texts: readonly string[]): Promise<void> {
    const file = join(folder, 'schema.json')
    const fields = texts.map((luid) => ({ luid, type: 'text' }))
    writeFileSync(file, JSON.stringify({ languages: ['en'], models: [{ luid: 'page', fields }] }))
    assert.equal((await octavo('schema', 'apply', file)).code, 0)
  }

  const types = (): string => readFileSync(out, 'utf8')

  it('are printed, written and checked', async () => {
    const printed = await octavo('typegen')
    assert.match(printed.stdout, /export type Page<D extends Depth = 1> = Item<Schema, 'page', D>/)
    assert.equal((await octavo('typegen', '--check', '--out', out)).code, 1)
    assert.equal((await octavo('typegen', '--out', out)).code, 0)
    assert.equal(types(), printed.stdout)
    assert.equal((await octavo('typegen', '--check', '--out', out)).code, 0)
    writeFileSync(out, `${types()} `)
    const late = await octavo('typegen', '--check', '--out', out)
    assert.equal(late.code, 1)
    assert.match(late.stderr, /octavo\.ts is out of date\. Run octavo typegen --out/)
    assert.equal((await octavo('typegen', '--check')).code, 2)
  })

  it('follow the schema', async () => {
    const follower = spawn(process.execPath, [program, 'typegen', '--watch', '--out', out], {
      env: { ...process.env, OCTAVO_DATA: folder, DATABASE_URL: '' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    watching = follower
    const notes = createInterface(follower.stderr)[Symbol.asyncIterator]()
    await notes.next()
    assert.doesNotMatch(types(), /subtitle/)
    await apply(['title', 'subtitle'])
    await notes.next()
    assert.match(types(), /subtitle: \{ type: 'text' \}/)
    follower.kill('SIGTERM')
    assert.deepEqual(await once(follower, 'exit'), [0, null])
  })

  it('are in the OpenAPI document', async () => {
    const { code, stdout } = await octavo('openapi')
    assert.equal(code, 0)
    const document = JSON.parse(stdout) as {
      openapi: string
      servers: unknown
      components: { schemas: object }
    }
    assert.equal(document.openapi, '3.1.0')
    assert.deepEqual(document.servers, [{ url: 'http://127.0.0.1:4000/v1' }])
    assert.ok('item.page' in document.components.schemas)
    assert.ok(!stdout.includes('/members'))
  })

  it('are in the OpenAPI document of the management API', async () => {
    const { code, stdout } = await octavo('openapi', '--admin')
    assert.equal(code, 0)
    const { servers, paths } = JSON.parse(stdout) as { servers: unknown; paths: object }
    assert.deepEqual(servers, [{ url: 'http://127.0.0.1:4000/admin/api' }])
    assert.ok('/roots/{root}/contents' in paths)
  })
})
