import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { itemActions } from '@octavo/schema/choices.ts'
import { testApps, type TestApp } from '../../testing/app-factory.ts'
import { freshStudio, memberOf, type StudioCaller } from '../../testing/studio-caller.ts'

const message = 'your role may only change drafts'

testApps('the role writer', (freshApp) => {
  let app: TestApp
  let owner: StudioCaller
  let writer: StudioCaller
  let editor: StudioCaller

  before(async () => {
    ;({ app, owner } = await freshStudio(freshApp))
    writer = await memberOf(app, owner, 'writer')
    editor = await memberOf(app, owner, 'editor')
  })

  /** An item with data in both languages; published languages also have a draft. */
  async function make(published: readonly ('en' | 'ja')[]): Promise<number> {
    const languages = { en: { fields: { title: 'A' } }, ja: { fields: { title: 'あ' } } }
    const { json } = await writer.call('createItem', { body: { model: 'article', languages } })
    const params = { id: json.id }
    for (const language of published) {
      await owner.call('changeItem', { params, body: { action: 'publish', language } })
      const save = { languages: { [language]: { fields: { lead: 'new' }, expected: null } } }
      const saved = await writer.call('saveItem', { params, body: save })
      assert.equal(saved.status, 200, saved.text)
    }
    return json.id
  }

  const published = async (id: number): Promise<unknown[]> => {
    const { json } = await owner.call('readItem', { params: { id } })
    return [json.archivedAt, json.deletedAt, json.languages.map((one) => one.published)]
  }

  it('may do with drafts what an editor may, and nothing to published data', async () => {
    for (const stage of ['none', 'ja', 'both'] as const) {
      const live = { none: [], ja: ['ja'], both: ['en', 'ja'] } as const
      for (const action of itemActions) {
        if (action === 'restore' || action === 'addDraft') continue
        const id = await make(live[stage])
        const original = await published(id)
        const language = action === 'removeLanguage' ? 'ja' : null
        const body = { action, language }
        const { status, text } = await writer.call('changeItem', { params: { id }, body })
        const isPublishing = action === 'publish' || action === 'unpublish'
        const isForbidden = isPublishing || (stage !== 'none' && action !== 'discardDraft')
        assert.equal(status === 403, isForbidden, `${action}, ${stage}: ${text}`)
        if (isForbidden) {
          assert.ok(text.includes(message))
          assert.deepEqual(await published(id), original)
        }
        const allowed = await editor.call('changeItem', {
          params: { id: await make(live[stage]) },
          body,
        })
        assert.notEqual(allowed.status, 403, `${action}, ${stage}`)
      }
    }
  })

  it('may not restore published data', async () => {
    for (const action of ['archive', 'delete'] as const) {
      const params = { id: await make(['en']) }
      await owner.call('changeItem', { params, body: { action } })
      const refused = await writer.call('changeItem', { params, body: { action: 'restore' } })
      assert.equal(refused.status, 403)
      const own = { id: await make([]) }
      await writer.call('changeItem', { params: own, body: { action } })
      const restored = await writer.call('changeItem', { params: own, body: { action: 'restore' } })
      assert.equal(restored.status, 200, restored.text)
    }
  })

  it('cannot publish many items, and is refused for each published item otherwise', async () => {
    const [draft, live] = [await make([]), await make(['en'])]
    const ids = [draft, live]
    for (const action of ['publish', 'unpublish'] as const) {
      assert.equal((await writer.call('changeItems', { body: { action, ids } })).status, 403)
    }
    const { json } = await writer.call('changeItems', { body: { action: 'archive', ids } })
    assert.deepEqual(
      json.results.map(({ id, isDone, problems }) => [id, isDone, problems[0]?.code]),
      [
        [draft, true, undefined],
        [live, false, 'draftsOnly'],
      ],
    )
  })

  it('uploads media, and describes those that no published content uses', async () => {
    const form = new FormData()
    form.append('file', new Blob(['text']), 'notes.txt')
    const { json: media } = await writer.call('uploadMedia', {
      query: { space: '_parent' },
      body: form,
    })
    const params = { id: media.id }
    const body = { alts: { en: 'Notes' } }
    assert.equal((await writer.call('changeMedia', { params, body })).status, 200)
    const languages = { en: { fields: { title: 'A', cover: media.id } } }
    const { json: item } = await writer.call('createItem', {
      body: { model: 'article', languages },
    })
    assert.equal((await writer.call('changeMedia', { params, body })).status, 200)
    await editor.call('changeItem', { params: { id: item.id }, body: { action: 'publish' } })
    const refused = await writer.call('changeMedia', { params, body })
    assert.equal(refused.status, 403)
    assert.ok(refused.text.includes('mediaInUse'))
    assert.equal((await editor.call('changeMedia', { params, body })).status, 200)
  })
})
