/** The questions that octavo dev asks in a terminal. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { after, it } from 'node:test'
import { loadConfig } from '../../config-file/load.ts'
import { configWith, createProject } from '../../testing/project.ts'
import { startSchemaBench, type SchemaBench } from '../../testing/schema-bench.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import type { Terminal } from '../terminal.ts'
import { syncSchema, type SyncResult } from './sync-schema.ts'

const project = createProject()
after(project.remove)
let count = 0

function terminalTyping(replies: string): { terminal: Terminal; text(): string } {
  const shown: string[] = []
  const stderr = new PassThrough()
  stderr.on('data', (chunk) => shown.push(String(chunk)))
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  stdin.end(replies)
  const note = (line: string): void => void shown.push(`${line}\n`)
  const terminal = { print: note, note, write: async (text: string) => note(text), stdin, stderr }
  return { terminal, text: () => shown.join('') }
}

interface Synced {
  result: SyncResult
  text: string
  file: string
}

async function sync(bench: SchemaBench, fields: string[], replies = ''): Promise<Synced> {
  return syncText(bench, configWith(fields), replies)
}

async function syncText(bench: SchemaBench, text: string, replies = ''): Promise<Synced> {
  const name = `config-${++count}.ts`
  project.write({ [name]: text })
  return syncFile(bench, project.path(name), replies)
}

async function syncFile(bench: SchemaBench, file: string, replies = ''): Promise<Synced> {
  const { terminal, text } = terminalTyping(replies)
  const syncing = { store: bench.store, now: bench.now, rootId: bench.rootId, terminal }
  const result = await syncSchema(syncing, await loadConfig(file), new AbortController().signal)
  return { result, text: text(), file }
}

const fieldsOf = async (bench: SchemaBench): Promise<string[]> =>
  (await bench.root()).models.flatMap(({ fields }) => fields.map(({ luid }) => luid))

onBothDatabases('changes of a configuration', (fresh) => {
  it('are applied without a question where nothing is lost', async () => {
    const bench = await startSchemaBench((await fresh()).store)
    const { result, text } = await sync(bench, ["field.text('title')", "field.media('cover')"])
    assert.equal(result, 'applied')
    assert.match(text, /\+ model page \(2 fields\)\nApplied 1 change\.\n$/)
    assert.equal((await sync(bench, ["field.text('title')"])).result, 'applied')
    assert.equal((await sync(bench, ["field.text('title')"])).result, 'same')
    assert.deepEqual(await fieldsOf(bench), ['title'])
  })

  it('that delete content are asked about', async () => {
    const bench = await startSchemaBench((await fresh()).store)
    await sync(bench, ["field.text('title')", "field.multiline('lead')"])
    await bench.create('page', { fields: { title: 'A', lead: 'B' } })
    const less = ["field.text('title')", "field.media('cover')"]
    const kept = await sync(bench, less, 'n\n')
    assert.match(
      kept.text,
      /would delete content: .*page\.lead.*\.\nApply this and delete the content\? \[y\/N\] /,
    )
    assert.deepEqual(await fieldsOf(bench), ['title', 'cover', 'lead'])
    assert.equal((await sync(bench, less)).result, 'refused')
    assert.equal((await sync(bench, less, 'yes\n')).result, 'applied')
    assert.deepEqual(await fieldsOf(bench), ['title', 'cover'])
  })

  it('that look like a rename are offered as one, and written into the file', async () => {
    const bench = await startSchemaBench((await fresh()).store)
    await sync(bench, ["field.text('title')"])
    const id = await bench.create('page', { fields: { title: 'A' } })
    for (const [field, written] of [
      ["field.text('heading')", "field.text('heading', { was: 'title' })"],
      [
        "field.text('name', { required: true })",
        "field.text('name', { was: 'heading', required: true })",
      ],
    ] as const) {
      const { result, text, file } = await sync(bench, [field], 'y\n')
      assert.equal(result, 'edited', text)
      assert.match(text, /Is page\.\w+ the renamed field \w+\? Its content stays then\. \[y\/N\] /)
      assert.ok(readFileSync(file, 'utf8').includes(written))
      assert.equal((await syncFile(bench, file)).result, 'applied')
    }
    assert.deepEqual(await fieldsOf(bench), ['name'])
    assert.match(JSON.stringify([...(await bench.item(id)).languages]), /"A"/)
  })

  it('that look like a rename inside a repeat are offered, too', async () => {
    const bench = await startSchemaBench((await fresh()).store)
    const repeat = (inner: string): string => `field.repeat('links', { fields: [${inner}] })`
    await sync(bench, ["field.text('title')", repeat("field.text('label')")])
    const id = await bench.create('page', { fields: { title: 'A', links: [{ label: 'Map' }] } })
    const next = ["field.text('title')", repeat("field.text('caption')")]
    const { result, text, file } = await sync(bench, next, 'y\n')
    assert.equal(result, 'edited', text)
    assert.match(text, /Is page\.links\.caption the renamed field label\?/)
    assert.ok(readFileSync(file, 'utf8').includes("field.text('caption', { was: 'label' })"))
    assert.equal((await syncFile(bench, file)).result, 'applied')
    assert.match(JSON.stringify([...(await bench.item(id)).languages]), /"Map"/)
  })

  it('that look like a rename of a model or a field set are offered, too', async () => {
    const bench = await startSchemaBench((await fresh()).store)
    const config = (model: string, set: string): string => `
import { defineConfig, defineFieldSet, defineModel, field } from 'octavo/config'
const set = defineFieldSet({ luid: '${set}', fields: [field.text('summary')] })
const model = defineModel({ luid: '${model}', fields: [field.text('title'), field.fieldset(set)] })
const other = defineModel({ luid: 'other', fields: [field.number('count')] })
export default defineConfig({ languages: ['en'], fieldSets: [set], models: [model, other] })
`
    await syncText(bench, config('page', 'seo'))
    const fields = { title: 'A', seo: { summary: 'B' } }
    const id = await bench.create('page', { fields })
    for (const [text, question, written] of [
      [config('page', 'meta'), 'Is meta the renamed field set seo?', "'meta', was: 'seo',"],
      [config('article', 'meta'), 'Is article the renamed model page?', "'article', was: 'page',"],
    ] as const) {
      const asked = await syncText(bench, text, 'y\n')
      assert.equal(asked.result, 'edited', asked.text)
      assert.ok(asked.text.includes(question), asked.text)
      assert.ok(readFileSync(asked.file, 'utf8').includes(written))
      assert.equal((await syncFile(bench, asked.file)).result, 'applied')
    }
    assert.deepEqual(await bench.exported(id), { title: 'A', meta: { summary: 'B' } })
    const renamedAgain = config('post', 'meta').replace("'post'", "'post', was: 'page'")
    const again = await syncText(bench, renamedAgain, 'y\n')
    assert.equal(again.result, 'edited', again.text)
    assert.ok(readFileSync(again.file, 'utf8').includes("'post', was: 'article',"))
  })

  it('are not applied where a newer version of the file ends the question', async () => {
    const bench = await startSchemaBench((await fresh()).store)
    await sync(bench, ["field.text('title')"])
    const { terminal } = terminalTyping('')
    const syncing = { store: bench.store, now: bench.now, rootId: bench.rootId, terminal }
    project.write({ 'newer.ts': configWith(["field.text('heading')"]) })
    const config = await loadConfig(project.path('newer.ts'))
    assert.equal(await syncSchema(syncing, config, AbortSignal.abort()), 'refused')
    assert.deepEqual(await fieldsOf(bench), ['title'])
  })
})
