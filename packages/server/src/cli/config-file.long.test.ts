/** Commands that use a configuration file, as a person types them in a project's folder. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { after, it } from 'node:test'
import {
  endServers,
  octavo,
  placeFlags,
  startServer,
  type RunningServer,
} from '../testing/octavo.ts'
import { configWith, createProject, type Project } from '../testing/project.ts'
import { octavoHere, type Outcome } from '../testing/run-here.ts'
import { onBothDatabases } from '../testing/stores.ts'

const projects: Project[] = []
after(async () => {
  await endServers()
  for (const project of projects) project.remove()
})

function projectWith(config: string): Project {
  const project = createProject({ 'octavo.config.ts': config })
  projects.push(project)
  return project
}

const title = "field.text('title')"
const body = "field.flexible('body')"

onBothDatabases('a configuration file', (fresh) => {
  it('is planned, applied and pulled without naming it', async () => {
    const { address } = await fresh()
    const project = projectWith(configWith([title]))
    const { folder } = project
    const run = (...args: string[]): Promise<Outcome> =>
      octavo([...args, ...placeFlags(address)], { folder })
    const plan = await run('schema', 'plan')
    assert.deepEqual([plan.code, plan.stdout], [0, '+ model page (1 field)\n'])
    assert.equal((await run('schema', 'plan', '--exit-code')).code, 2)
    const applied = await run('schema', 'apply')
    assert.deepEqual([applied.code, applied.stdout], [0, plan.stdout])
    const again = await run('schema', 'plan', '--exit-code')
    assert.deepEqual([again.code, again.stdout], [0, ''])

    const refused = await run('schema', 'pull', '--out', 'octavo.config.ts')
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /octavo\.config\.ts exists and was not written .* --force\.\n$/)
    assert.equal((await run('schema', 'pull', '--out', 'pulled.ts')).code, 0)
    assert.equal((await run('schema', 'pull', '--out', 'pulled.ts')).code, 0)
    assert.equal(
      (await run('schema', 'pull')).stdout,
      readFileSync(project.path('pulled.ts'), 'utf8'),
    )
    const pulled = await run('schema', 'plan', 'pulled.ts', '--exit-code', '--prune')
    assert.deepEqual([pulled.code, pulled.stdout], [0, ''])
  })

  it('is checked for content that a change would delete', async () => {
    const { address } = await fresh()
    const project = projectWith(configWith([title, body]))
    const config = ['--config', project.path('octavo.config.ts'), ...placeFlags(address)]
    const run = (command: string, input = ''): Promise<Outcome> =>
      octavoHere([...command.split(' '), ...config], { input })
    assert.equal((await run('schema apply')).code, 0)
    const item = { model: 'page', published: true, fields: { title: 'A', body: '<p>B</p>' } }
    project.write({ 'items.ndjson': JSON.stringify(item) })
    assert.equal((await run(`content import ${project.path('items.ndjson')}`)).code, 0)
    project.write({ 'less.ts': configWith([title]) })
    const less = ['--config', project.path('less.ts'), ...placeFlags(address)]
    const plan = (...args: string[]): Promise<Outcome> =>
      octavoHere(['schema', 'plan', '--prune', ...args, ...less])
    const refused = await plan()
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /pass --yes to delete them/)
    const coded = await plan('--exit-code')
    assert.equal(coded.code, 2)
    assert.match(coded.stdout, /- field page\.body \(prune\)\n! /)
  })

  it('is compared by start, which applies it only with --apply-schema', async () => {
    const { address, store } = await fresh()
    const { folder } = projectWith(
      configWith([title], 'port: 0, assetsPort: 0, host: "localhost", '),
    )
    const models = (): Promise<string[]> =>
      store.read(async (tx) => {
        const [root] = await tx.roots.list()
        return root ? (await tx.roots.load(root.id)).models.map(({ luid }) => luid) : []
      })
    const start = (...args: string[]): Promise<RunningServer> =>
      startServer([...args, ...placeFlags(address)], {}, { folder })
    const first = await start()
    assert.match(
      first.notes(),
      /models differ from octavo\.config\.ts:\n  \+ model page \(1 field\)\n/,
    )
    assert.match(first.notes(), /octavo schema apply or start with --apply-schema\.\n/)
    assert.match(first.baseUrl, /^http:\/\/localhost:/)
    assert.deepEqual(await models(), [])
    await first.end('SIGTERM')
    const second = await start('--apply-schema', '--host', '127.0.0.1')
    assert.match(second.baseUrl, /^http:\/\/127\.0\.0\.1:/)
    assert.match(second.printed, /^\+ model page \(1 field\)\n/)
    assert.deepEqual(await models(), ['page'])
    await second.end('SIGTERM')
    const third = await start('--apply-schema', '--workers', '2')
    assert.doesNotMatch(third.printed + third.notes(), /model page|differ/)
    assert.match(third.baseUrl, /^http:\/\/localhost:/)
    assert.equal(await third.end('SIGTERM'), 0)
  })
})

it('flags win over the environment, which wins over the file', async () => {
  const project = projectWith(configWith([title], "data: 'from-file', "))
  const { folder } = project
  const pulledIn = async (
    flags: string[],
    environment: Record<string, string>,
  ): Promise<string[]> => {
    assert.equal((await octavo(['schema', 'apply', ...flags], { folder, environment })).code, 0)
    return ['from-file', 'from-environment', 'from-flag'].filter((name) =>
      existsSync(project.path(name)),
    )
  }
  const environment = { OCTAVO_DATA: project.path('from-environment') }
  assert.deepEqual(await pulledIn(['--data', project.path('from-flag')], environment), [
    'from-flag',
  ])
  assert.deepEqual(await pulledIn([], environment), ['from-environment', 'from-flag'])
  assert.equal((await pulledIn([], {})).length, 3)
})

it('a bad file stops every command with exit code 2 before anything is created', async () => {
  const project = projectWith(configWith([title], 'prot: 1, port: -1, '))
  const flags = ['--data', project.path('data')]
  for (const command of ['start', 'schema apply', 'key list', 'dev']) {
    const { code, stdout, stderr } = await octavo([...command.split(' '), ...flags], {
      folder: project.folder,
    })
    assert.deepEqual([code, stdout], [2, ''])
    assert.equal(
      stderr,
      'octavo: octavo.config.ts:10:16 prot: unknown key: did you mean "port"?\n' +
        'octavo: octavo.config.ts:10:16 port: must be a port number from 0 to 65535, not "-1"\n' +
        'Nothing was changed. Fix the file and run the command again.\n',
    )
  }
  assert.ok(!existsSync(project.path('data')))
  const missing = await octavo(['start', '--config', 'no.ts', ...flags])
  assert.deepEqual(
    [missing.code, missing.stderr],
    [
      2,
      'octavo: no.ts: there is no such file; check --config\n' +
        'Nothing was changed. Fix the file and run the command again.\n',
    ],
  )
  const none = await octavoHere(['start', '--apply-schema', ...flags])
  assert.equal(none.code, 2)
  assert.match(none.stderr, /--apply-schema needs models in a configuration file/)
})
