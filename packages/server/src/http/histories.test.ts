/** Runs generated sequences of calls and compares the result with a simple model. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { assertSound } from '../testing/assert-sound.ts'
import { runs } from '../testing/runs.ts'
import { writeRoot } from '../testing/write-root.ts'

const languages = ['en', 'ja'] as const
type Language = (typeof languages)[number]
type Values = { title?: string | null; lead?: string | null }

interface LanguageState {
  draft: Values | null
  published: Values | null
  first: string | null
}
type Item = Record<Language, LanguageState>

const word = fc.option(fc.constantFrom('a', 'b', '海', "'; drop table"))
const values: fc.Arbitrary<Values> = fc.record({ title: word, lead: word }, { requiredKeys: [] })
const body = fc.record({ en: values, ja: values }, { requiredKeys: [] })
const anyStep = fc.record({
  call: fc.constantFrom(
    'POST',
    'PUT',
    'PUT',
    'PATCH',
    'PATCH',
    'PATCH',
    'drafts',
    'duplicate',
    'DELETE',
  ),
  pick: fc.nat(3),
  publishes: fc.boolean(),
  body,
})
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

testApps('sequences of calls', (freshApp) => {
  it('matches the model in both views and languages', async () => {
    const app = await freshApp()
    await app.applyTestSchema(writeRoot)
    const key = await app.createKey()
    const publicKey = await app.createKey({ reads: 'published', writesContents: false })
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 30 }), async (steps) => {
        const items = new Map<number, Item>()
        for (const each of steps) await run(app, key, items, each)
        for (const [id, item] of items) await check(app, { key, publicKey }, id, item)
      }),
      runs(8),
    )
    assert.deepEqual(app.logged, [])
    await assertSound(app.deps)
  })
})

async function run(app: TestApp, key: string, items: Map<number, Item>, step: Step): Promise<void> {
  app.clock.now += 1000
  const now = new Date(app.clock.now).toISOString()
  const [id = 0, item = emptyItem()] =
    step.call === 'POST' ? [] : ([...items][step.pick % Math.max(1, items.size)] ?? [])
  if (step.call !== 'POST' && id === 0) return
  const expected = expectedAfter(structuredClone(item), step, now)
  const response = await app.call(...requestOf(step, id), { key, ...bodyOf(step) })
  assert.equal(
    response.status,
    expected ? 200 : 400,
    `${JSON.stringify(step)} ${response.headers.get('x-service-detail')}`,
  )
  if (!expected) return
  if (step.call === 'DELETE') items.delete(id)
  else items.set((response.json as { id: number }).id, expected)
}

function requestOf({ call, publishes }: Step, id: number): [string, string] {
  const query = `?model=article&published=${publishes}`
  if (call === 'POST') return ['POST', `/contents${query}`]
  if (call === 'PUT' || call === 'PATCH') return [call, `/contents/${id}${query}`]
  return call === 'DELETE' ? ['DELETE', `/contents/${id}`] : ['POST', `/contents/${id}/${call}`]
}

function bodyOf({ call, body: sent }: Step): { body?: unknown } {
  if (call === 'DELETE' || call === 'duplicate') return {}
  return {
    body: Object.fromEntries(Object.entries(sent).map(([lang, v]) => [`fields[${lang}]`, v])),
  }
}

/** A simple implementation of the rules; undefined if the call is rejected. */
function expectedAfter(item: Item, step: Step, now: string): Item | undefined {
  if (step.call === 'DELETE') return item
  if (step.call === 'duplicate') return copied(item)
  if (step.call === 'drafts') return withDrafts(item, step)
  const isComplete = step.call === 'PATCH' ? step.body.en || step.body.ja : step.body.en
  if (!isComplete) return undefined
  for (const language of languages) write(item[language], step, step.body[language], now)
  const written = languages.filter((language) => step.body[language])
  const isPublishable = written.every((language) => item[language].published?.title)
  return step.publishes && !isPublishable ? undefined : item
}

function write(
  state: LanguageState,
  { call, publishes }: Step,
  input: Values | undefined,
  now: string,
) {
  const [stage, other] = publishes
    ? (['published', 'draft'] as const)
    : (['draft', 'published'] as const)
  const isPatch = call === 'PATCH'
  if (!input) {
    if (!isPatch) state[stage] = null
    return
  }
  const base = isPatch ? (state[stage] ?? state[other]) : null
  if (publishes && !(isPatch && state.published)) state.draft = null
  state[stage] = merged(base, input)
  if (publishes) state.first ??= now
}

function copied(item: Item): Item {
  for (const state of Object.values(item)) {
    Object.assign(state, { draft: state.draft ?? state.published, published: null, first: null })
  }
  return item
}

function withDrafts(item: Item, { body: sent }: Step): Item | undefined {
  if (Object.values(item).some(({ draft }) => draft)) return undefined
  for (const language of languages) {
    const state = item[language]
    const input = sent[language]
    if (state.published || input) state.draft = merged(state.published, input ?? {})
  }
  return item
}

function merged(base: Values | null, input: Values): Values {
  const result = { ...base, ...input }
  return Object.fromEntries(Object.entries(result).filter(([, value]) => value !== null))
}

function emptyItem(): Item {
  const empty = { draft: null, published: null, first: null }
  return { en: { ...empty }, ja: { ...empty } }
}

async function check(
  app: TestApp,
  keys: { key: string; publicKey: string },
  id: number,
  item: Item,
): Promise<void> {
  for (const language of languages) {
    const { draft, published, first } = item[language]
    const select = 'select=title,lead,_status,_published_at'
    const path = `/contents/${id}?lang=${language}&${select}`
    const status = (published && (draft ? 'published_draft' : 'published')) ?? 'draft'
    const shown = (data: Values | null, seenStatus: string) =>
      data && {
        title: data.title ?? null,
        lead: data.lead ?? null,
        _status: seenStatus,
        _published_at: first,
      }
    const asDraft = await app.call('GET', path, { key: keys.key })
    assert.deepEqual(found(asDraft), sortedKeys(shown(draft ?? published, status)))
    const asPublic = await app.call('GET', path, { key: keys.publicKey })
    assert.deepEqual(found(asPublic), sortedKeys(shown(published, 'published')))
  }
}

function found({ status, json }: { status: number; json: unknown }): unknown {
  return status === 404 ? null : sortedKeys(json)
}

function sortedKeys(value: unknown): unknown {
  return value && Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
