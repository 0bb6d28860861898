/** Commands that work on another installation through its management API. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { createToken } from '../access/management-tokens.ts'
import { typesOf } from '../describe/typegen.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { octavoHere, type Outcome } from '../testing/run-here.ts'
import { writeRoot } from '../testing/write-root.ts'

testApps('commands with --url', (freshApp) => {
  let app: TestApp
  let token: string
  let folder: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-test-'))
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    const settings = { role: 'admin', spaceIds: null, expiresAt: null, actor: 'cli' } as const
    token = (await createToken(app.deps, { name: 'test', ...settings })).token
  })
  after(() => rm(folder, { recursive: true }))

  const run = (command: string, secret = token): Promise<Outcome> =>
    octavoHere([...command.split(' '), '--url', app.addresses.api], {
      environment: secret === '' ? {} : { OCTAVO_TOKEN: secret },
    })

  async function printed(command: string): Promise<string> {
    const { code, stdout, stderr } = await run(command)
    assert.equal(code, 0, stderr)
    return stdout
  }

  it('typegen prints the types of the remote models', async () => {
    const [root] = await app.deps.store.read((tx) => tx.roots.list())
    const schema = await app.deps.store.read((tx) => app.deps.schemas.in(tx, root?.id ?? 0))
    assert.equal(await printed('typegen'), typesOf(schema))
  })

  it('openapi describes the remote address', async () => {
    const document = JSON.parse(await printed('openapi')) as { servers: { url: string }[] }
    assert.deepEqual(document.servers, [{ url: `${app.addresses.api}/v1` }])
  })

  it('schema export, then apply, finds nothing to do', async () => {
    const file = join(folder, 'schema.json')
    await writeFile(file, await printed('schema export'))
    const { code, stderr } = await run(`schema apply ${file}`)
    assert.equal(code, 0, stderr)
    assert.match(stderr, /The schema is up to date/)
  })

  it('schema apply shows the plan and changes the remote schema, not on a dry run', async () => {
    const file = join(folder, 'more.yaml')
    await writeFile(
      file,
      'languages: [en, ja]\nmodels:\n  - luid: remote_model\n    title: name\n    fields: [{ luid: name, type: text }]\n',
    )
    assert.match(await printed(`schema apply ${file} --dry-run`), /remote_model/)
    assert.ok(!(await printed('schema export')).includes('remote_model'))
    assert.match(await printed(`schema apply ${file}`), /remote_model/)
    assert.ok((await printed('schema export')).includes('remote_model'))
  })

  it('names file, line and column of what is wrong', async () => {
    const file = join(folder, 'wrong.yaml')
    await writeFile(
      file,
      'languages: [en, ja]\nmodels:\n  - luid: wrong\n    title: missing\n    fields: []\n',
    )
    const { code, stderr } = await run(`schema apply ${file}`)
    assert.equal(code, 1)
    assert.match(stderr, /wrong\.yaml:\d+:\d+/)
  })

  it('rejects a wrong or missing token, and an address that is not reachable', async () => {
    const wrong = await run('typegen', `octavo_token_${'a'.repeat(43)}`)
    assert.equal(wrong.code, 1)
    assert.match(wrong.stderr, /does not accept OCTAVO_TOKEN/)
    const missing = await run('typegen', '')
    assert.equal(missing.code, 1)
    assert.match(missing.stderr, /OCTAVO_TOKEN is not set/)
    const args = ['typegen', '--url', 'http://127.0.0.1:9']
    const unreachable = await octavoHere(args, { environment: { OCTAVO_TOKEN: token } })
    assert.equal(unreachable.code, 1)
    assert.match(unreachable.stderr, /cannot reach http:\/\/127\.0\.0\.1:9/)
  })

  it('is ignored where a database is named, and rejected by other commands', async () => {
    const here = await octavoHere(['schema', 'export', '--data', folder], {
      environment: { OCTAVO_URL: app.addresses.api, OCTAVO_TOKEN: token },
    })
    assert.match(here.stderr, /no database at/)
    const other = await run('key list')
    assert.equal(other.code, 2)
    assert.match(other.stderr, /unknown option --url/)
  })
})
