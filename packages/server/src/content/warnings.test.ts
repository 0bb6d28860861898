/** Rules that only warn, and messages of patterns, through each way to publish. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { applySchema } from '../modeling/apply.ts'
import { sourceOfValue } from '../modeling/source.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { ownerOf, type StudioCaller } from '../testing/studio-caller.ts'
import { ensureRoot } from './roots.ts'

const model = {
  luid: 'page',
  fields: [
    { luid: 'title', type: 'text', required: true, maxLength: 5, warn: ['maxLength'] },
    { luid: 'lead', type: 'multiline', required: true, maxLength: 3, warn: ['required'] },
    {
      luid: 'code',
      type: 'text',
      pattern: '^[A-Z]-[0-9]+$',
      patternMessage: 'use a number like A-123',
      patternMessages: { ja: 'A-123 のように入力してください' },
    },
    { luid: 'hint', type: 'text', pattern: '^x', warn: ['pattern'] },
    { luid: 'count', type: 'number', min: 2, max: 9, step: 2, warn: ['min', 'step'] },
    { luid: 'near', type: 'references', min: 1, max: 2, warn: ['min'] },
    { luid: 'data', type: 'json', schema: { type: 'object' }, warn: ['schema'] },
  ],
}
const schema = {
  languages: ['en', 'ja'],
  models: [
    {
      ...model,
      fields: [...model.fields, { luid: 'rows', type: 'repeat', fields: [model.fields[0]] }],
    },
  ],
}

testApps('rules that only warn', (freshApp) => {
  let app: TestApp
  let owner: StudioCaller
  let key: string

  before(async () => {
    app = await freshApp()
    await ensureRoot(app.deps.store)
    const request = {
      rootId: 1,
      actor: 'test',
      isPrune: false,
      isDryRun: false,
      isConfirmed: false,
    }
    const [root] = await app.deps.store.read((tx) => tx.roots.list())
    const rootId = root?.id ?? 0
    await applySchema(app.deps, { ...request, rootId, source: sourceOfValue(schema) })
    owner = await ownerOf(app)
    key = await app.createKey({ rootId })
  })

  async function publish(fields: object): Promise<{ id: number; problems: string[] }> {
    const { json } = await app.call('POST', '/contents?model=page&published=true', {
      key,
      body: { fields },
      headers: { accept: 'application/problem+json' },
    })
    const { id = 0, problems = [] } = json as {
      id?: number
      problems?: { path: string; detail: string }[]
    }
    return { id, problems: problems.map(({ path, detail }) => `${path}: ${detail}`) }
  }

  async function warningsOf(id: number): Promise<string[]> {
    const { json } = await owner.call('readItem', { params: { id } })
    return json.warnings.map(({ path, message }) => `${path}: ${message}`)
  }

  const broken = { title: 'Harbour', hint: 'a', count: 1, data: [], rows: [{ title: 'Harbour' }] }

  it('do not prevent publication, and are reported to Studio at every level', async () => {
    const { id, problems } = await publish(broken)
    assert.deepEqual(problems, [])
    const at = 'languages.en.fields'
    assert.deepEqual(await warningsOf(id), [
      `${at}.title: must be at most 5 characters, has 7`,
      `${at}.lead: should be filled in`,
      `${at}.hint: must match the pattern ^x`,
      `${at}.count: must be at least 2`,
      `${at}.count: must be 2 plus a multiple of 2`,
      `${at}.near: must have 1 or more entries, has 0`,
      `${at}.data: must be of type object`,
      `${at}.rows[0].title: must be at most 5 characters, has 7`,
    ])
  })

  it('leave the other rules of the field in force', async () => {
    const { problems } = await publish({ lead: 'four', count: 11, near: [1, 2, 3] })
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('there is no content item')),
      [
        'fields.title: is required',
        'fields.lead: must be at most 3 characters, has 4',
        'fields.count: must be at most 9',
      ],
    )
  })

  it('are reported for a draft before it is published, in each language', async () => {
    const body = {
      model: 'page',
      languages: { en: { fields: { title: 'Short' } }, ja: { fields: { title: '長すぎる題名' } } },
    }
    const { json } = await owner.call('createItem', { body })
    const paths = json.warnings.map(({ path }) => path)
    assert.ok(paths.includes('languages.ja.fields.title'))
    assert.ok(!paths.includes('languages.en.fields.title'))
    assert.ok(paths.includes('languages.en.fields.lead'))
  })

  it('are replaced by their own message if a pattern has one', async () => {
    const { problems } = await publish({ title: 'A', code: 'x' })
    assert.deepEqual(problems, ['fields.code: use a number like A-123'])
    const { json } = await owner.call('createItem', {
      body: { model: 'page', languages: { en: { fields: { title: 'A', code: 'x' } } } },
    })
    assert.deepEqual(json.problems, [
      {
        path: 'languages.en.fields.code',
        message: 'use a number like A-123',
        code: 'patternMessage',
        values: { text: 'use a number like A-123', text_ja: 'A-123 のように入力してください' },
      },
    ])
  })
})
