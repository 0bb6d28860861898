/** Every cell of the state table, in the main language and in another, as API keys see it. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { observeItem } from '../testing/observe.ts'
import { writeRoot } from '../testing/write-root.ts'

type Values = Record<string, string>
type State = 'draft' | 'published' | 'published_draft'

const draft: Values = { title: 'draft', lead: 'draft lead' }
const published: Values = { title: 'public', lead: 'public lead' }
const sent: Values = { title: 'new' }

const stateValues: Record<State, { draft: Values | null; published: Values | null }> = {
  draft: { draft, published: null },
  published: { draft: null, published },
  published_draft: { draft, published },
}

interface Cell {
  call: 'PUT' | 'PATCH'
  publishes: boolean
  from: State
  to: State
  draft: Values | null
  published: Values | null
}

const onDraft = { ...draft, ...sent }
const onPublished = { ...published, ...sent }
const cells: Cell[] = [
  { call: 'PUT', publishes: false, from: 'draft', to: 'draft', draft: sent, published: null },
  {
    call: 'PUT',
    publishes: false,
    from: 'published',
    to: 'published_draft',
    draft: sent,
    published,
  },
  {
    call: 'PUT',
    publishes: false,
    from: 'published_draft',
    to: 'published_draft',
    draft: sent,
    published,
  },
  { call: 'PUT', publishes: true, from: 'draft', to: 'published', draft: null, published: sent },
  {
    call: 'PUT',
    publishes: true,
    from: 'published',
    to: 'published',
    draft: null,
    published: sent,
  },
  {
    call: 'PUT',
    publishes: true,
    from: 'published_draft',
    to: 'published',
    draft: null,
    published: sent,
  },
  { call: 'PATCH', publishes: false, from: 'draft', to: 'draft', draft: onDraft, published: null },
  {
    call: 'PATCH',
    publishes: false,
    from: 'published',
    to: 'published_draft',
    draft: onPublished,
    published,
  },
  {
    call: 'PATCH',
    publishes: false,
    from: 'published_draft',
    to: 'published_draft',
    draft: onDraft,
    published,
  },
  {
    call: 'PATCH',
    publishes: true,
    from: 'draft',
    to: 'published',
    draft: null,
    published: onDraft,
  },
  {
    call: 'PATCH',
    publishes: true,
    from: 'published',
    to: 'published',
    draft: null,
    published: onPublished,
  },
  {
    call: 'PATCH',
    publishes: true,
    from: 'published_draft',
    to: 'published_draft',
    draft,
    published: onPublished,
  },
]

testApps('the state table', (freshApp) => {
  let app: TestApp
  let key = ''
  let publicKey = ''

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    key = await app.createKey()
    publicKey = await app.createKey({ reads: 'published', writesContents: false })
  })

  async function write(method: string, path: string, body: unknown): Promise<number> {
    app.clock.now += 1000
    const response = await app.call(method, path, { key, body })
    assert.equal(response.status, 200, response.headers.get('x-service-detail') ?? '')
    return (response.json as { id: number }).id
  }

  /** An item whose two languages are both in this state. */
  async function itemIn(state: State): Promise<number> {
    const both = (values: Values) => ({ fields: values, 'fields[ja]': values })
    const { draft: drafted, published: live } = stateValues[state]
    const path = `/contents?model=article&published=${String(live !== null)}`
    const id = await write('POST', path, both(live ?? drafted ?? {}))
    if (live && drafted) await write('PATCH', `/contents/${id}?model=article`, both(drafted))
    return id
  }

  async function seen(by: string, id: number, lang: string): Promise<unknown> {
    const query = `lang=${lang}&select=_status,title,lead`
    const response = await app.call('GET', `/contents/${id}?${query}`, { key: by })
    return response.status === 404 ? null : response.json
  }

  for (const lang of ['en', 'ja']) {
    for (const cell of cells) {
      it(`${cell.call} published=${cell.publishes} from ${cell.from}, in ${lang}`, async () => {
        const id = await itemIn(cell.from)
        const other = lang === 'en' ? 'ja' : 'en'
        const earlier = (await observeItem(app.deps.store, id))?.languages
        const path = `/contents/${id}?model=article&published=${cell.publishes}`
        const whole = { fields: sent, 'fields[ja]': sent }
        await write(cell.call, path, cell.call === 'PUT' ? whole : { [`fields[${lang}]`]: sent })
        const after = (await observeItem(app.deps.store, id))?.languages
        const own = after?.[lang]
        assert.deepEqual(own && { ...own.draft }, { ...cell.draft })
        assert.deepEqual(own && { ...own.published }, { ...cell.published })
        assert.deepEqual(
          [own?.draft === null, own?.published === null],
          [!cell.draft, !cell.published],
        )
        if (earlier?.[lang]?.publishedAt) assert.equal(own?.publishedAt, earlier[lang].publishedAt)
        if (cell.call === 'PATCH') assert.deepEqual(after?.[other], earlier?.[other])

        const empty = { title: null, lead: null }
        const shown = { ...empty, ...(cell.draft ?? cell.published) }
        assert.deepEqual(await seen(key, id, lang), { _status: cell.to, ...shown })
        const live = cell.published && { _status: 'published', ...empty, ...cell.published }
        assert.deepEqual(await seen(publicKey, id, lang), live)
      })
    }
  }

  it('PUT removes the languages that it does not contain from the stage that it writes', async () => {
    const id = await itemIn('published_draft')
    await write('PUT', `/contents/${id}?model=article`, { fields: sent })
    const drafted = (await observeItem(app.deps.store, id))?.languages['ja']
    assert.deepEqual([drafted?.draft, { ...drafted?.published }], [null, published])
    await write('PUT', `/contents/${id}?model=article&published=true`, { fields: sent })
    assert.equal(await seen(key, id, 'ja'), null)
    const langs = await app.call('GET', `/contents/${id}?include=_langs&select=_langs`, { key })
    assert.deepEqual(langs.json, { _langs: { current: 'en', available: ['en'] } })
  })

  it('keeps the first publication date of a language that is removed and added again', async () => {
    const id = await itemIn('published')
    const first = (await observeItem(app.deps.store, id))?.languages['ja']?.publishedAt
    await write('PUT', `/contents/${id}?model=article&published=true`, { fields: sent })
    await write('PATCH', `/contents/${id}?model=article&published=true`, { 'fields[ja]': sent })
    const again = (await observeItem(app.deps.store, id))?.languages['ja']
    assert.equal(again?.publishedAt, first)
    assert.equal(again?.lastPublishedAt, app.clock.now)
  })
})
