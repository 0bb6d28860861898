/** The state of translations is that of a plain model, in items, lists and counts. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { AdminError } from '@octavo/schema/admin/errors.ts'
import fc from 'fast-check'
import { testApps, type TestApp } from '../../testing/app-factory.ts'
import { runs } from '../../testing/runs.ts'
import { memberOf, ownerOf, type StudioCaller } from '../../testing/studio-caller.ts'
import { writeRoot } from '../../testing/write-root.ts'

type Key = 'en' | 'ja'
type Fields = Record<string, string>

interface ModelLanguage {
  draft: Fields | null
  published: Fields | null
  textAt: number
}

interface ModelItem {
  id: number
  space: string
  isArchived: boolean
  languages: Map<Key, ModelLanguage>
}

const pick = fc.nat(20)
const language = fc.constantFrom<Key[]>('en', 'ja')
const word = fc.constantFrom('Sea', 'Hills', '海', '丘')
const command = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      title: word,
      ja: fc.option(word),
      space: fc.constantFrom('_parent', 'tokyo'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('save' as const), pick, language, title: word }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('save other' as const), pick }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('publish' as const, 'unpublish' as const, 'discardDraft' as const),
      pick,
      language,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'removeLanguage' as const,
        'archive' as const,
        'restore' as const,
        'confirm' as const,
      ),
      pick,
    }),
  },
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

const shown = (one: ModelLanguage | undefined): Fields | null =>
  one?.draft ?? one?.published ?? null
const textOf = (fields: Fields | null): string => JSON.stringify(fields && fields['title'])

testApps('translations', (freshApp) => {
  it('are missing or outdated as in a plain model', async () => {
    const app = await freshApp()
    await app.applyTestSchema(writeRoot)
    const world = createWorld(app, await ownerOf(app))
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 24 }), async (commands) => {
        for (const one of commands) await world.run(one)
        await world.check()
      }),
      runs(24),
    )
  })

  it('are counted and listed only in spaces that the caller may use', async () => {
    const app = await freshApp()
    await app.applyTestSchema(writeRoot)
    const owner = await ownerOf(app)
    for (const space of ['_parent', 'tokyo', 'tokyo']) {
      const languages = { en: { fields: { title: 'Sea' } } }
      await owner.call('createItem', { body: { model: 'article', space, languages } })
    }
    const member = await memberOf(app, owner, 'viewer', ['tokyo'])
    const missing = async (caller: StudioCaller, query: Record<string, string> = {}) => {
      const { json, text } = await caller.call('countTranslations', { query })
      const article = json.models.find(({ model }) => model === 'article')
      assert.ok(article, text)
      return [article.total, article.languages[0]?.missing]
    }
    assert.deepEqual(await missing(owner), [3, 3])
    assert.deepEqual(await missing(owner, { space: '_parent' }), [1, 1])
    assert.deepEqual(await missing(member), [2, 2])
    const other = await member.call('countTranslations', { query: { space: '_parent' } })
    assert.equal(other.status, 403)
    const list = await member.call('listContents', { query: 'translation=missing&lang=ja' })
    assert.equal(list.json.total, 2)
  })

  it('report unusable requests, and reject a confirmation of another text', async () => {
    const app = await freshApp()
    await app.applyTestSchema(writeRoot)
    const owner = await ownerOf(app)
    const problems = async (query: string) => {
      const { status, json } = await owner.call('listContents', { query })
      const found = (json as unknown as AdminError).problems
      return [status, found.map(({ path, code }) => [path, code])]
    }
    assert.deepEqual(await problems('translation=missing'), [
      400,
      [['translation', 'notTranslated']],
    ])
    assert.deepEqual(await problems('translation=outdated&lang=en'), [
      400,
      [['translation', 'notTranslated']],
    ])
    assert.deepEqual(await problems('translation=late&lang=ja'), [
      400,
      [['translation', 'notOneOf']],
    ])
    const languages = { en: { fields: { title: 'Sea' } }, ja: { fields: { title: '海' } } }
    const { json: item } = await owner.call('createItem', { body: { model: 'article', languages } })
    const params = { id: item.id }
    const seen = item.languages[0]?.version ?? ''
    app.clock.now += 1000
    const save = { languages: { en: { fields: { title: 'Hills' }, expected: null } } }
    const { json: saved } = await owner.call('saveItem', { params, body: save })
    assert.deepEqual(saved.translations, [
      { language: 'ja', madeAt: item.translations[0]?.madeAt, isOutdated: true },
    ])
    const confirm = (name: string, expected: string | null) =>
      owner.call('confirmTranslation', { params, body: { language: name, expected } })
    const late = await confirm('ja', seen)
    assert.equal(late.status, 412)
    for (const name of ['en', 'fr']) {
      const refused = await confirm(name, null)
      assert.equal(refused.status, 400)
      assert.equal((refused.json as unknown as AdminError).problems[0]?.path, 'language')
    }
    const { json: confirmed } = await confirm('ja', saved.languages[0]?.version ?? '')
    assert.equal(confirmed.translations[0]?.isOutdated, false)
    assert.deepEqual(confirmed.languages, saved.languages)
  })
})

function createWorld(app: TestApp, owner: StudioCaller) {
  const items: ModelItem[] = []
  let count = 0

  async function changed(id: number, action: string, key?: Key): Promise<void> {
    const body = { action, ...(key && { language: key }) }
    const { status, text } = await owner.call('changeItem', { params: { id }, body })
    assert.equal(status, 200, `${action}: ${text}`)
  }

  async function save(item: ModelItem, key: Key, fields: Fields): Promise<void> {
    const languages = { [key]: { fields, expected: null } }
    const response = await owner.call('saveItem', { params: { id: item.id }, body: { languages } })
    assert.equal(response.status, 200, response.text)
    const own = item.languages.get(key)
    const draft = { ...shown(own), ...fields }
    const isChanged = textOf(draft) !== textOf(shown(own))
    const textAt = own && !isChanged ? own.textAt : app.clock.now
    item.languages.set(key, { draft, published: own?.published ?? null, textAt })
  }

  async function changeState(
    item: ModelItem,
    {
      do: action,
      language: key,
    }: Extract<Command, { do: 'publish' | 'unpublish' | 'discardDraft' }>,
  ): Promise<void> {
    const own = item.languages.get(key)
    const before = shown(own)
    if (!own) return
    const { draft, published } = own
    if (action === 'publish' && draft) Object.assign(own, { draft: null, published: draft })
    else if (action === 'unpublish' && published)
      Object.assign(own, { draft: draft ?? published, published: null })
    else if (action === 'discardDraft' && draft && published) own.draft = null
    else return
    await changed(item.id, action, key)
    if (textOf(before) !== textOf(shown(own))) own.textAt = app.clock.now
  }

  async function run(one: Command): Promise<void> {
    app.clock.now += 1000
    if (one.do === 'create') {
      const { title, ja, space } = one
      const languages = {
        en: { fields: { title } },
        ...(ja !== null && { ja: { fields: { title: ja } } }),
      }
      const body = { model: 'article', space, languages }
      const { json, text } = await owner.call('createItem', { body })
      assert.ok(json.id, text)
      const made = (fields: Fields): ModelLanguage => ({
        draft: fields,
        published: null,
        textAt: app.clock.now,
      })
      const own = new Map<Key, ModelLanguage>([['en', made({ title })]])
      if (ja !== null) own.set('ja', made({ title: ja }))
      items.push({ id: json.id, space, isArchived: false, languages: own })
      return
    }
    const item = items[one.pick % Math.max(1, items.length)]
    if (!item || item.isArchived !== (one.do === 'restore')) return
    switch (one.do) {
      case 'save':
        return save(item, one.language, { title: one.title })
      case 'save other': {
        count += 1
        return save(item, 'en', { slug: 'a'.repeat(count) })
      }
      case 'publish':
      case 'unpublish':
      case 'discardDraft':
        return changeState(item, one)
      case 'removeLanguage':
        if (!item.languages.delete('ja')) return
        return changed(item.id, one.do, 'ja')
      case 'archive':
      case 'restore':
        item.isArchived = one.do === 'archive'
        return changed(item.id, one.do)
      case 'confirm': {
        const ja = item.languages.get('ja')
        if (!ja) return
        const body = { language: 'ja', expected: null }
        const { status, text } = await owner.call('confirmTranslation', {
          params: { id: item.id },
          body,
        })
        assert.equal(status, 200, text)
        if (isOutdated(item)) ja.textAt = app.clock.now
      }
    }
  }

  async function check(): Promise<void> {
    for (const item of items) {
      const { json } = await owner.call('readItem', { params: { id: item.id } })
      const ja = item.languages.get('ja')
      assert.deepEqual(
        json.translations.map(({ madeAt, ...rest }) => ({ ...rest, at: Date.parse(madeAt) })),
        ja ? [{ language: 'ja', isOutdated: isOutdated(item), at: ja.textAt }] : [],
      )
    }
    const active = items.filter(({ isArchived }) => !isArchived)
    const missing = active.filter(({ languages }) => !languages.has('ja'))
    const outdated = active.filter(isOutdated)
    const idsOf = (some: readonly { id: number }[]): number[] =>
      some.map(({ id }) => id).toSorted((a, b) => a - b)
    for (const space of ['', '_parent', 'tokyo']) {
      const inSpace = ({ space: own }: ModelItem): boolean => space === '' || own === space
      for (const [state, some] of Object.entries({ missing, outdated })) {
        const query = `translation=${state}&lang=ja&limit=10&space=${space}&model=article`
        const { json: list } = await owner.call('listContents', { query })
        const { json: ids } = await owner.call('listContentIds', { query })
        const wanted = idsOf(some.filter(inSpace))
        assert.deepEqual(
          ids.ids.toSorted((a, b) => a - b),
          wanted,
        )
        assert.equal(list.total, wanted.length)
        assert.deepEqual(
          list.rows.map(({ id }) => id),
          ids.ids.slice(0, 10),
        )
      }
      const { json: counts } = await owner.call('countTranslations', { query: { space } })
      assert.deepEqual(counts.models, [
        {
          model: 'author',
          total: 0,
          languages: [{ language: 'ja', missing: 0, outdated: 0 }],
        },
        {
          model: 'article',
          total: active.filter(inSpace).length,
          languages: [
            {
              language: 'ja',
              missing: missing.filter(inSpace).length,
              outdated: outdated.filter(inSpace).length,
            },
          ],
        },
      ])
    }
    const { json: all } = await owner.call('listContents', { query: 'limit=100' })
    for (const { id, languages } of all.rows) {
      const isMarked = languages.some((one) => one.isOutdated)
      assert.equal(
        isMarked,
        outdated.some((item) => item.id === id),
        `item ${id}`,
      )
    }
  }

  return { run, check }
}

function isOutdated({ languages }: ModelItem): boolean {
  const [en, ja] = [languages.get('en'), languages.get('ja')]
  return en !== undefined && ja !== undefined && en.textAt > ja.textAt
}
