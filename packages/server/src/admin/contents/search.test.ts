import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { fold } from '@octavo/schema/fold.ts'
import fc from 'fast-check'
import { testApps } from '../../testing/app-factory.ts'
import { runs } from '../../testing/runs.ts'
import { freshStudio, type StudioCaller } from '../../testing/studio-caller.ts'

type Texts = Record<'title' | 'lead', string>

interface Made {
  id: number
  languages: Record<string, Texts>
}

const words = ['sea', 'Salt', '塩', '海の塩', 'ｗind', 'x'] as const
const texts = (title: string, lead: string): Texts => ({ title, lead })
/** Each item has some words in English, and some in Japanese or no Japanese. */
const items: Made['languages'][] = [
  { en: texts('Salt', 'sea'), ja: texts('塩', '海の塩') },
  { en: texts('sea', ''), ja: texts('海の塩', 'x') },
  { en: texts('x', 'Salt'), ja: texts('sea', 'Salt') },
  { en: texts('ｗind', ''), ja: texts('', 'wind') },
  { en: texts('塩', 'wind sea') },
  { en: texts('', ''), ja: texts('', '') },
]

testApps('a search in all languages', (freshApp) => {
  let owner: StudioCaller
  const made: Made[] = []

  before(async () => {
    ;({ owner } = await freshStudio(freshApp))
    for (const languages of items) {
      const entries = Object.entries(languages).map(([key, fields]) => [key, { fields }])
      const body = { model: 'article', languages: Object.fromEntries(entries) as object }
      const { json, text, status } = await owner.call('createItem', { body })
      assert.equal(status, 200, text)
      made.push({ id: json.id, languages })
    }
  })

  const name = fc.constantFrom('contains', '_title[contains]')
  const lang = fc.constantFrom(undefined, 'en', 'ja')
  const searched = fc.array(fc.constantFrom(...words, 'nowhere'), { minLength: 1, maxLength: 3 })

  it('finds what each language has, in every order and page, and says which', async () => {
    await fc.assert(
      fc.asyncProperty(name, searched, lang, fc.boolean(), async (by, wanted, shown, isDown) => {
        const matched = (languages: Made['languages']): string[] =>
          Object.entries(languages).flatMap(([key, { title, lead }]) => {
            const text = fold(by === 'contains' ? `${title}\n${lead}` : title)
            return wanted.every((word) => text.includes(fold(word))) ? [key] : []
          })
        const expected = made
          .map(({ id, languages }) => ({ id, matched: matched(languages) }))
          .filter((one) => one.matched.length > 0)
        if (isDown) expected.reverse()
        const query = {
          model: 'article',
          [by]: wanted.join(','),
          contains_in: 'all' as const,
          order: isDown ? '-_id' : '_id',
          ...(shown !== undefined && { lang: shown }),
        }
        const whole = await owner.call('listContents', { query })
        assert.equal(whole.status, 200, whole.text)
        assert.deepEqual(
          whole.json.rows.map((row) => ({ id: row.id, matched: row.matched })),
          expected,
        )
        assert.equal(whole.json.total, expected.length)
        const second = await owner.call('listContents', {
          query: { ...query, limit: '1', offset: '1' },
        })
        assert.deepEqual(
          second.json.rows.map(({ id }) => id),
          expected.slice(1, 2).map(({ id }) => id),
        )
        const { json } = await owner.call('listContentIds', { query })
        assert.deepEqual(
          json.ids,
          expected.map(({ id }) => id),
        )
      }),
      runs(60),
    )
  })

  it('searches one language without the parameter', async () => {
    const query = { contains: '海の塩' }
    const { json } = await owner.call('listContents', { query })
    assert.equal(json.total, 0)
    const inJapanese = await owner.call('listContents', { query: { ...query, lang: 'ja' } })
    assert.deepEqual(
      inJapanese.json.rows.map(({ id, matched }) => [id, matched]),
      [made[1], made[0]].map((one) => [one?.id, []]),
    )
  })

  it('combines with filters and schedules, and reports all problems together', async () => {
    const { json } = await owner.call('listContents', {
      query: { contains: 'x', contains_in: 'all', '_id[ne]': String(made[2]?.id) },
    })
    assert.deepEqual(
      json.rows.map(({ id }) => id),
      [made[1]?.id],
    )
    const scheduled = await owner.call('listContents', {
      query: { contains: 'x', contains_in: 'all', state: 'scheduled' },
    })
    assert.equal(scheduled.json.total, 0)
    const bad = await owner.call('listContents', {
      query: { contains: 'x', contains_in: 'all', model: 'none', 'nothing[eq]': '1' },
    })
    assert.equal(bad.status, 400)
    assert.match(bad.text, /nothing\[eq\]/)
    assert.match(bad.text, /"model"/)
    const unknown = await owner.call('listContents', { query: 'contains_in=some' })
    assert.equal(unknown.status, 400)
  })
})
