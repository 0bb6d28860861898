/** `octavo dev` as a process, without a terminal: it never asks. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, it } from 'node:test'
import { eventually } from '../testing/eventually.ts'
import { endServers, octavo, placeFlags, startServer } from '../testing/octavo.ts'
import { configWith, createProject, type Project } from '../testing/project.ts'
import { octavoHere } from '../testing/run-here.ts'
import { onBothDatabases } from '../testing/stores.ts'

const projects: Project[] = []
after(async () => {
  await endServers()
  for (const project of projects) project.remove()
})

const title = "field.text('title')"
const types = "types: 'octavo-types.ts', "

onBothDatabases('dev', (fresh) => {
  it('applies changes that lose nothing, and says what to run for the others', async () => {
    const { address, store } = await fresh()
    const project = createProject({ 'octavo.config.ts': configWith([title], types) })
    projects.push(project)
    const place = placeFlags(address)
    const server = await startServer(place, {}, { folder: project.folder, command: 'dev' })
    const fields = async (): Promise<string> => {
      const root = await store.read(async (tx) => {
        const [first] = await tx.roots.list()
        return first && (await tx.roots.load(first.id))
      })
      return root?.models[0]?.fields.map(({ luid }) => luid).join() ?? ''
    }
    const notes = (pattern: RegExp): Promise<void> =>
      eventually(() => pattern.test(server.notes()), { otherwise: server.notes })
    const save = (list: string[]): void =>
      project.write({ 'octavo.config.ts': configWith(list, types) })
    assert.match(
      server.printed,
      /octavo\.config\.ts changes the schema:\n  \+ model page \(1 field\)\nApplied 1 change\.\n/,
    )
    assert.match(server.printed, /API +http:\S+\n/)
    await eventually(() => server.output().includes('Watching octavo.config.ts.'))
    assert.equal(await fields(), 'title')

    save([title, "field.text('lead')"])
    await eventually(async () => (await fields()) === 'title,lead')
    await eventually(() => readFileSync(project.path('octavo-types.ts'), 'utf8').includes('lead:'))
    save([title])
    await eventually(async () => (await fields()) === 'title')

    const item = { model: 'page', published: true, fields: { title: 'Kept' } }
    project.write({ 'items.ndjson': JSON.stringify(item) })
    const imported = await octavoHere(['content', 'import', project.path('items.ndjson'), ...place])
    assert.equal(imported.code, 0)

    save(["field.text('heading')"])
    await notes(/octavo schema apply --prune --yes/)
    await notes(/This would delete content: .*page\.title/)
    await notes(/write field\.text\('heading', \{ was: 'title' \}\)/)
    assert.equal(await fields(), 'title')

    project.write({ 'octavo.config.ts': 'export default {' })
    await notes(/The server goes on with the schema that it has/)
    await notes(/octavo: octavo\.config\.ts:1: /)

    project.write({ 'part.ts': "export const was = 'title'\n" })
    const renamed = configWith(["field.text('heading', { was })"], types)
    project.write({ 'octavo.config.ts': `import { was } from './part.ts'\n${renamed}` })
    await eventually(async () => (await fields()) === 'heading')
    const exported = await octavo(['content', 'export', ...place])
    assert.match(exported.stdout, /"heading":"Kept"/)
    assert.equal(await server.end('SIGTERM'), 0)
  })
})

it('dev needs a configuration file', async () => {
  const { code, stderr } = await octavoHere(['dev'])
  assert.equal(code, 2)
  assert.match(stderr, /there is no octavo\.config\.ts here; create one/)
})
