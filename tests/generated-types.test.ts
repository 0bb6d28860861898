/** Runs `octavo typegen` and `octavo openapi` as commands. */
import assert from 'node:assert/strict'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'

const program = join(import.meta.dirname, '../packages/server/bin/octavo.js')

describe('types and descriptions of a space', () => {
  let folder: string
  let out: string
  let watching: ChildProcess | undefined

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'octavo-types-'))
    out = join(folder, 'octavo.ts')
    apply(['title'])
  })

  after(() => {
    watching?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  const environment = () => ({ ...process.env, OCTAVO_DATA: folder, DATABASE_URL: '' })

  function octavo(...words: string[]): { status: number | null; stdout: string; stderr: string } {
    return spawnSync(process.execPath, [program, ...words], {
      env: environment(),
      encoding: 'utf8',
    })
  }

  function apply(texts: readonly string[]): void {
    const file = join(folder, 'schema.json')
    const fields = texts.map((luid) => ({ luid, type: 'text' }))
    writeFileSync(file, JSON.stringify({ languages: ['en'], models: [{ luid: 'page', fields }] }))
    assert.equal(octavo('schema', 'apply', file).status, 0)
  }

  const types = (): string => readFileSync(out, 'utf8')

  it('are printed, written and checked', () => {
    const printed = octavo('typegen')
    assert.match(printed.stdout, /export type Page<D extends Depth = 1> = Item<Schema, 'page', D>/)
    assert.equal(octavo('typegen', '--check', '--out', out).status, 1)
    assert.equal(octavo('typegen', '--out', out).status, 0)
    assert.equal(types(), printed.stdout)
    assert.equal(octavo('typegen', '--check', '--out', out).status, 0)
    writeFileSync(out, `${types()} `)
    const late = octavo('typegen', '--check', '--out', out)
    assert.equal(late.status, 1)
    assert.match(late.stderr, /octavo\.ts is out of date\. Run octavo typegen --out/)
    assert.equal(octavo('typegen', '--check').status, 2)
  })

  it('follow the schema', async () => {
    const follower = spawn(process.execPath, [program, 'typegen', '--watch', '--out', out], {
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    watching = follower
    const notes = createInterface(follower.stderr)[Symbol.asyncIterator]()
    await notes.next()
    assert.doesNotMatch(types(), /subtitle/)
    apply(['title', 'subtitle'])
    await notes.next()
    assert.match(types(), /subtitle: \{ type: 'text' \}/)
    follower.kill('SIGTERM')
    assert.deepEqual(await once(follower, 'exit'), [0, null])
  })

  it('are in the OpenAPI document', () => {
    const { status, stdout } = octavo('openapi')
    assert.equal(status, 0)
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

  it('are in the OpenAPI document of the management API', () => {
    const { status, stdout } = octavo('openapi', '--admin')
    assert.equal(status, 0)
    const { servers, paths } = JSON.parse(stdout) as { servers: unknown; paths: object }
    assert.deepEqual(servers, [{ url: 'http://127.0.0.1:4000/admin/api' }])
    assert.ok('/roots/{root}/contents' in paths)
  })
})
