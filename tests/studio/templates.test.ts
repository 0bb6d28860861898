/** The templates and the demo that Studio offers in an empty installation. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it, test } from 'node:test'
import { loadConfig } from '../../packages/server/src/config-file/load.ts'
import { ensureRoot } from '../../packages/server/src/content/roots.ts'
import { testApps } from '../../packages/server/src/testing/app-factory.ts'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import {
  memberOf,
  ownerOf,
  type TestStudio,
} from '../../packages/server/src/testing/studio-caller.ts'
import { templateNames } from '../../packages/studio/src/screens/start/first-run/templates/template.ts'
import { templates } from '../../packages/studio/src/screens/start/first-run/templates/templates.ts'

interface Named {
  luid: string
  names?: Record<string, string>
  fields?: Named[]
  options?: (string | { labels?: Record<string, string> })[]
}

/** Everything that has a name. */
const namedIn = (things: readonly Named[]): Named[] =>
  things.flatMap((thing) => [thing, ...namedIn(thing.fields ?? [])])

test('the templates have names in English and Japanese', () => {
  for (const name of templateNames) {
    const { models, fieldSets } = templates[name]
    for (const { luid, names, options = [] } of namedIn([...models, ...fieldSets] as Named[])) {
      assert.ok(names?.['ja'], `${name}: ${luid}`)
      for (const option of options) assert.ok(typeof option === 'object' && option.labels?.['ja'])
    }
  }
})

test('the blog has the models that npm create octavo offers', async () => {
  const path = join(import.meta.dirname, '../../packages/create-octavo/templates/blog')
  const { schema } = await loadConfig(join(path, 'octavo.config.ts'))
  assert.ok(schema)
  const { models } = schema.value as { models: Named[] }
  /** Without what only Studio shows. */
  const plain = (some: readonly Named[]): unknown =>
    some.map(({ names: _names, ...model }) => ({
      ...Object.fromEntries(
        Object.entries(model).filter(([key]) => key !== 'icon' && key !== 'picture'),
      ),
      fields: model.fields?.map(({ names: _fieldNames, ...field }) => field),
    }))
  assert.deepEqual(plain(templates.blog.models as Named[]), plain(models))
})

testApps('an empty installation', (freshApp) => {
  async function emptyStudio(): Promise<TestStudio> {
    const app = await freshApp()
    await ensureRoot(app.deps.store)
    return { app, owner: await ownerOf(app) }
  }

  for (const name of templateNames) {
    it(`accepts the template ${name}, and then no demo`, async () => {
      const { owner } = await emptyStudio()
      const { json: before } = await owner.call('readSchema')
      const schema = { ...before.schema, ...templates[name] }
      const change = { isPrune: false, isConfirmed: false, expectedVersion: before.version }
      const { status, text } = await owner.call('applySchema', { body: { schema, ...change } })
      assert.equal(status, 200, text)
      const { json } = await owner.call('readSchema')
      assert.deepEqual(
        json.schema.models.map(({ luid }) => luid),
        templates[name].models.map(({ luid }) => luid),
      )
      const refused = await owner.call('loadDemo')
      assert.equal(refused.status, 400)
      assert.match(refused.text, /demoNotEmpty/)
    })
  }

  it('accepts the demo, once, and reports the steps until the first read', async () => {
    const { app, owner } = await emptyStudio()
    const setup = async () => (await owner.call('readStart')).json.setup
    assert.deepEqual(await setup(), { hasItem: false, hasPublished: false, hasKey: false })
    const { status, text } = await owner.call('loadDemo')
    assert.equal(status, 200, text)
    assert.equal((await owner.call('loadDemo')).status, 400)
    const { json: list } = await owner.call('listContents', { query: { model: 'article' } })
    assert.ok(list.total > 0)
    assert.deepEqual(await setup(), { hasItem: true, hasPublished: true, hasKey: false })
    const body = { name: 'Site', reads: 'published' }
    const { json: created } = await owner.call('createKey', { body })
    assert.deepEqual(await setup(), { hasItem: true, hasPublished: true, hasKey: true })
    assert.equal((await app.call('GET', '/contents', { key: created.key })).status, 200)
    // The use of keys is saved every few seconds.
    await eventually(async () => (await setup()) === null)
    const editor = await memberOf(app, owner, 'editor')
    assert.equal((await editor.call('readStart')).json.setup, null)
    assert.deepEqual(app.logged, [])
  })
})
