/** Generated histories leave the same revisions in the store as in a plain model. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Schema } from '@octavo/schema/schema.ts'
import fc from 'fast-check'
import { exportValues } from '../../fields/values.ts'
import { applySchema } from '../../modeling/apply.ts'
import { sourceOfValue } from '../../modeling/source.ts'
import { cachedSchemas } from '../../store/cache/schemas.ts'
import type { Store } from '../../store/store.ts'
import {
  apply,
  create,
  patch,
  removeNotes,
  revert,
  type ModelItem,
  type Values,
} from '../../testing/revision-model.ts'
import { runs } from '../../testing/runs.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { unboundedParser } from '../../text/text-parser.ts'
import { createRoot } from '../roots.ts'
import { changeState } from '../state.ts'
import { createItem, patchItem, type WriteContext } from '../write.ts'
import { fittedValues } from './fit.ts'
import { listRevisions, loadRevision } from './read.ts'
import { revertItem } from './revert.ts'

const minute = 60_000
const pause = fc.constantFrom(0, 1, 9 * minute, 10 * minute - 1, 10 * minute, 60 * minute)
const actor = fc.constantFrom('user:1', 'user:1', 'user:2')
/** Some are long enough to be stored as differences. */
const text = fc.constantFrom('Sea', 'hills', '海 '.repeat(400).trim(), '丘'.repeat(700), null)
const written = fc.record(
  { title: text, body: text.map((word) => word && `<p>${word}</p>`), note: text },
  { requiredKeys: [] },
)
const pick = fc.nat(40)
const language = fc.constantFrom('en' as const, 'en' as const, 'ja' as const)
const isPublished = fc.constantFrom(false, false, true)
const command = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('create' as const), actor, en: written, isPublished }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('patch' as const),
      pause,
      actor,
      pick,
      language,
      written,
      isPublished,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('state' as const),
      pause,
      actor,
      pick,
      language: fc.option(language),
      action: fc.constantFrom('publish' as const, 'unpublish' as const, 'discard draft' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('revert' as const), pause, actor, pick, number: pick }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('rename' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('remove and add' as const) }),
  },
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

onBothDatabases('revisions', (fresh) => {
  it('are those of a plain model, and restore exactly what was read then', async () => {
    const { store } = await fresh()
    let count = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: 20, maxLength: 90, size: 'max' }),
        async (commands) => {
          const history = await startHistory(store, `root_${++count}`)
          for (const each of commands) await history.run(each)
          await history.check()
        },
      ),
      runs(16),
    )
  })
})

async function startHistory(store: Store, luid: string) {
  let now = Date.UTC(2026, 0, 1)
  const context: WriteContext = {
    store,
    schemas: cachedSchemas(),
    texts: unboundedParser,
    now: () => now,
  }
  const rootId = await createRoot(store, { luid, name: luid })
  const items = new Map<number, ModelItem>()
  let titles = 0
  let notes = 0

  /** The title has another name after each renaming, and the note another identity after each removal. */
  async function applyFields(isWithNote: boolean, isRenamed: boolean): Promise<void> {
    const title = { luid: `title_${titles}`, name: 'T', type: 'text' }
    const fields = [
      isRenamed ? { ...title, was: `title_${titles - 1}` } : title,
      { luid: 'body', name: 'B', type: 'flexible' },
      ...(isWithNote ? [{ luid: `note_${notes}`, name: 'N', type: 'text' }] : []),
    ]
    const source = sourceOfValue({
      languages: ['en', 'ja'],
      models: [{ luid: 'article', name: 'Article', title: title.luid, fields }],
    })
    const options = { isPrune: true, isDryRun: false, isConfirmed: true, actor: 'test' }
    await applySchema(context, { rootId, source, ...options })
  }
  await applyFields(true, false)

  const sent = (values: Values) => ({
    ...('title' in values && { [`title_${titles}`]: values['title'] }),
    ...('body' in values && { body: values['body'] }),
    ...('note' in values && { [`note_${notes}`]: values['note'] }),
  })
  /** Notes of the model are separate properties for each identity. */
  const named = ({ note, ...values }: Values): Values =>
    note === undefined ? values : { ...values, [`note_${notes}`]: note }
  const itemAt = (index: number): ModelItem | undefined =>
    [...items.values()][index % Math.max(items.size, 1)]
  const schema = (): Promise<Schema> => store.read((tx) => context.schemas.in(tx, rootId))
  const languageId = async (key: string | null): Promise<number | null> =>
    key === null ? null : ((await schema()).languageByKey.get(key)?.id ?? null)
  const source = { textFormat: 'portable_html', allowsMultiselect: true } as const

  async function run(each: Command): Promise<void> {
    if ('pause' in each) now += each.pause
    if (each.do === 'create') {
      const { space, stage } = { space: (await schema()).root.spaces[0], stage: stageOf(each) }
      const id = await createItem(context, {
        ...source,
        rootId,
        spaceId: space?.id ?? 0,
        actor: each.actor,
        model: 'article',
        stage,
        body: { fields: sent(each.en) },
      })
      items.set(id, create(id, stage, named(each.en), each.actor, now))
    } else if (each.do === 'rename') {
      titles++
      await applyFields(true, true)
    } else if (each.do === 'remove and add') {
      await applyFields(false, false)
      for (const item of items.values()) removeNotes(item)
      notes++
      await applyFields(true, false)
    } else await change(each)
  }

  async function change(each: Extract<Command, { pick: number }>): Promise<void> {
    const item = itemAt(each.pick)
    if (!item) return
    const write = { actor: each.actor, at: now }
    if (each.do === 'patch') {
      const spaceId = (await schema()).root.spaces[0]?.id ?? 0
      const body = { [`fields[${each.language}]`]: sent(each.written) }
      const place = { rootId, spaceId, id: item.id, actor: each.actor }
      await patchItem(context, { ...source, ...place, stage: stageOf(each), body })
      patch(item, each.language, stageOf(each), named(each.written), write)
    } else if (each.do === 'state') {
      const done = apply(item, each.action, each.language, write)
      const changed = changeState(context, {
        rootId,
        actor: each.actor,
        ids: [item.id],
        action: each.action,
        languageId: await languageId(each.language),
      })
      await (done ? changed : assert.rejects(changed))
    } else {
      const number = 1 + (each.number % item.revisions.length)
      const isChanged = revert(item, number, `note_${notes}`, write)
      const request = { rootId, actor: each.actor, id: item.id, revision: number }
      assert.equal(await revertItem(context, request), isChanged)
    }
  }

  async function check(): Promise<void> {
    const current = await schema()
    for (const model of items.values()) {
      const [item] = await store.read((tx) => tx.items.load([model.id]))
      assert.ok(item)
      const listed = await store.read((tx) => listRevisions(tx, item, { limit: 10_000 }))
      assert.deepEqual(
        listed.map(({ number, kind, languageId: id, actor: by, startedAt, at }) => ({
          number,
          kind,
          language: current.languageById.get(id)?.key,
          actor: by,
          startedAt,
          at,
        })),
        model.revisions
          .map(({ values: _values, isSealed: _isSealed, ...facts }) => facts)
          .toReversed(),
      )
      for (const { number, language: key, values } of model.revisions) {
        const found = await store.read((tx) => loadRevision(tx, item, number))
        const id = current.languageByKey.get(key)?.id ?? 0
        const stored = (await found?.values()) ?? {}
        const fitted = fittedValues(current, item, id, stored)
        const fields = current.modelById.get(item.modelId)?.fields ?? []
        const { [`title_${titles}`]: title, ...rest } = exportValues(fitted.values, fields, current)
        const retired = await store.read((tx) => tx.revisions.retiredFields(rootId))
        const others = fitted.others.map(({ fieldId, stored: value }) => [
          retired.find((one) => one.fieldId === fieldId)?.luid,
          value,
        ])
        const read = { ...(title !== undefined && { title }), ...rest }
        assert.deepEqual({ ...read, ...Object.fromEntries(others) }, values)
      }
    }
  }

  return { run, check }
}

function stageOf({ isPublished: is }: { isPublished: boolean }): 'draft' | 'published' {
  return is ? 'published' : 'draft'
}
