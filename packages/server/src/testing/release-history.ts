/** Runs commands on a store and on the plain model of releases and schedules, and compares what readers see. */
import assert from 'node:assert/strict'
import { Refusal } from '@octavo/schema/errors.ts'
import type { Wanted } from '../content/previews/plan.ts'
import { createPreviews } from '../content/previews/read.ts'
import { addToRelease, removeFromRelease } from '../content/releases/entries.ts'
import { createRelease } from '../content/releases/manage.ts'
import { publishRelease, unscheduleRelease } from '../content/releases/publish.ts'
import { undoRelease } from '../content/releases/undo.ts'
import { createDueRunner } from '../content/schedules/run-due.ts'
import { scheduleItem, unscheduleItem } from '../content/schedules/schedule.ts'
import { changeState } from '../content/state.ts'
import { createItem, patchItem, replaceItem, type WriteContext } from '../content/write.ts'
import { createDocumentCache } from '../delivery/document-cache.ts'
import { listContents } from '../delivery/read-contents.ts'
import { cachedSchemas } from '../store/cache/schemas.ts'
import type { Store } from '../store/store.ts'
import { unboundedParser } from '../text/text-parser.ts'
import { langs, ReleaseModel, type Action, type Lang } from './release-model.ts'
import { writeRoot } from './write-root.ts'

export const historyLuids = ['one', 'two']

type Change =
  | { do: 'edit'; item: number; lang: Lang; title: string; to: number | null }
  | { do: 'replace'; item: number; title: string }
  | { do: 'publish' | 'delete' | 'unschedule' | 'remove language'; item: number }
  | { do: 'add'; luid: string; item: number; lang: Lang | null; action: Action }
  | { do: 'remove'; luid: string; item: number }
  | { do: 'release'; luid: string; isOverwriting: boolean }
  | { do: 'plan'; luid: string; isOverwriting: boolean; hour: number }
  | { do: 'undo' | 'cancel'; luid: string }
  | {
      do: 'schedule'
      item: number
      lang: Lang | null
      action: 'publish' | 'unpublish'
      hour: number
    }

type Read = { luids: readonly string[] } | { hour: number }
type Command = Change | { do: 'read'; luids: readonly string[] } | { do: 'read at'; hour: number }
type View = 'draft' | 'published'

const start = Date.UTC(2026, 10, 18)
const timeOf = (hour: number): number => start + hour * 3_600_000
const rootId = 1
const actor = 'test'
const writing = {
  rootId,
  spaceId: 1,
  actor,
  stage: 'draft',
  textFormat: 'portable_html',
  allowsMultiselect: true,
  reachableSpaceIds: null,
} as const

export async function startReleaseHistory(store: Store) {
  let time = start
  const now = (): number => time
  const context: WriteContext = {
    store,
    schemas: cachedSchemas(),
    texts: unboundedParser,
    now,
    databaseNow: now,
  }
  await store.write((tx) => tx.roots.insert(writeRoot))
  const model = new ReleaseModel()
  const readWith = listReader(context)
  const ids: number[] = []
  const requestOf = (luid: string) => ({ rootId, luid, actor, canPublish: true, spaceIds: null })
  for (const title of ['alpha', 'beta', 'gamma', 'alpha']) {
    time += 1000
    ids.push(
      await createItem(context, { ...writing, model: 'article', body: { fields: { title } } }),
    )
    model.create(title)
  }
  for (const luid of historyLuids) {
    await createRelease(context, requestOf(luid), { luid })
    model.releases.set(luid, { entries: [], publishedAt: null, dueAt: null })
  }
  const languageId = (key: Lang | null): number | null => (key ? langs.indexOf(key) + 1 : null)
  const idOf = (index: number): number => ids[index] ?? 0

  async function apply(each: Change): Promise<unknown> {
    switch (each.do) {
      case 'edit': {
        const links = each.to === null ? [] : [{ label: 'a', to: idOf(each.to) }]
        const body = { [`fields[${each.lang}]`]: { title: each.title, links } }
        return patchItem(context, { ...writing, id: idOf(each.item), body })
      }
      case 'replace': {
        const body = { fields: { title: each.title } }
        return replaceItem(context, { ...writing, model: 'article', id: idOf(each.item), body })
      }
      case 'remove language': {
        const change = { rootId, actor, ids: [idOf(each.item)], action: each.do }
        return changeState(context, { ...change, languageId: languageId('ja') })
      }
      case 'publish':
      case 'delete': {
        if (each.do === 'delete' && model.items[each.item]?.isDeleted) refuse()
        const change = { rootId, actor, ids: [idOf(each.item)], action: each.do }
        return changeState(context, { ...change, languageId: null })
      }
      case 'schedule': {
        const { lang, action, hour } = each
        const at =
          action === 'publish' ? { publishAt: timeOf(hour) } : { unpublishAt: timeOf(hour) }
        const whole = { rootId, actor, id: idOf(each.item), languageId: languageId(lang) }
        return scheduleItem(context, { ...whole, ...at })
      }
      case 'unschedule':
        return unscheduleItem(context, { rootId, actor, id: idOf(each.item), languageId: null })
      case 'add': {
        const { action } = each
        const whole = { ids: [idOf(each.item)], languageId: languageId(each.lang) }
        return addToRelease(context, { ...requestOf(each.luid), ...whole, action })
      }
      case 'remove': {
        const which = { ids: [idOf(each.item)], languageId: null }
        return removeFromRelease(context, { ...requestOf(each.luid), ...which })
      }
      case 'release':
      case 'plan': {
        const { isOverwriting } = each
        const at = each.do === 'plan' ? { at: timeOf(each.hour) } : {}
        return publishRelease(context, { ...requestOf(each.luid), isOverwriting, ...at })
      }
      case 'cancel':
        return unscheduleRelease(context, requestOf(each.luid))
      case 'undo':
        return undoRelease(context, requestOf(each.luid))
    }
  }

  function expected(each: Change): boolean {
    switch (each.do) {
      case 'edit':
        return model.edit(each.item, each.lang, { title: each.title, to: each.to })
      case 'replace':
        return model.replace(each.item, each.title)
      case 'remove language':
        return model.removeLanguage(each.item)
      case 'publish':
        return model.publish(each.item, time)
      case 'delete':
        return model.delete(each.item)
      case 'schedule':
        return model.schedule(each.item, each.lang, each.action, timeOf(each.hour))
      case 'unschedule':
        return model.unschedule(each.item)
      case 'add':
        return model.add(each.luid, each.item, each.lang, each.action)
      case 'remove':
        return model.remove(each.luid, each.item)
      case 'release':
        return model.publishRelease(each.luid, each.isOverwriting, time)
      case 'plan':
        return model.planRelease(each.luid, each.isOverwriting, timeOf(each.hour))
      case 'cancel':
        return model.cancelRelease(each.luid)
      case 'undo':
        return model.undo(each.luid)
    }
  }

  async function check(wanted: Read): Promise<void> {
    const views = viewsOf(wanted)
    for (const lang of langs) {
      for (const view of views) {
        const shown =
          'hour' in wanted
            ? model.shownAt(lang, timeOf(wanted.hour))
            : model.shown(lang, view, wanted.luids)
        const read = (query: Query) => readWith(wantedOf(wanted), view, [['lang', lang], ...query])
        const place = `${JSON.stringify(wanted)} ${lang} ${view}`
        for (const [name, query, expectedRows] of readsOf(shown, idOf)) {
          assert.deepEqual(await read(query), expectedRows, `${name} ${place}`)
        }
      }
    }
  }

  /** Everything that is due happens: published readers then see what reads at these times have shown. */
  async function checkFuture(hours: readonly number[]): Promise<void> {
    const runner = createDueRunner(context)
    for (const hour of hours) {
      const read = (wanted: Wanted) =>
        Promise.all(langs.map((lang) => readWith(wanted, 'published', [['lang', lang]])))
      const planned = await read(wantedOf({ hour }))
      time = timeOf(hour)
      while ((await runner.step()) === 0);
      const hasFailed = await store.read(async (tx) => {
        const failed = { rootId, isArchived: false, state: 'failed' } as const
        const { total } = await tx.releases.list(failed, { limit: 1, offset: 0 })
        return total + (await tx.schedules.count({ rootId, spaceIds: null, isFailed: true })) > 0
      })
      // A preview does not check rules, so it also shows what fails.
      if (hasFailed) return
      assert.deepEqual(await read(wantedOf({ luids: [] })), planned, `at ${hour}`)
    }
  }

  return {
    context,
    check,
    checkFuture,
    async run(each: Command): Promise<void> {
      time += 1000
      if (each.do === 'read' || each.do === 'read at') return check(each)
      const outcome = await apply(each).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Refusal) return false
          throw error
        },
      )
      assert.equal(outcome, expected(each), JSON.stringify(each))
    },
  }
}

/** A read at a time shows what is published, one through releases also drafts. */
function viewsOf(read: Read): View[] {
  if ('hour' in read) return ['published']
  return read.luids.length > 0 ? ['draft'] : ['draft', 'published']
}

function wantedOf(read: Read): Wanted {
  return 'hour' in read ? { rootId, at: timeOf(read.hour) } : { rootId, releases: read.luids }
}

type Query = [name: string, value: string][]
type Rows = { total: number; data: unknown[][] }

/** Reads ids, titles and the titles of referenced items. */
function listReader(context: WriteContext) {
  const previews = createPreviews(context)
  const delivery = { documents: createDocumentCache(), assetsUrl: '' }
  return async (wanted: Wanted, view: View, query: Query): Promise<Rows> => {
    const key = { reads: view, spaceIds: null }
    const order: Query = query.some(([name]) => name === 'order') ? [] : [['order', '_id']]
    const rows: Query = [['select', '_id,title,links.to.title'], ['depth', '1'], ...order, ...query]
    const { body } = await previews.read(wanted, (previewed) =>
      listContents(delivery, { ...previewed, key, query: rows }),
    )
    const { total, data } = JSON.parse(String(await body())) as {
      total: number
      data: {
        _id: number
        title: string | null
        links: { to: { title: string | null } | null }[]
      }[]
    }
    return {
      total,
      data: data.map(({ _id: id, title, links }) => [
        id,
        title ?? '',
        links.map(({ to }) => to && (to.title ?? '')),
      ]),
    }
  }
}

/** A list, filters, a filter through a reference, and an order, with the rows that they have. */
function readsOf(
  shown: ReturnType<ReleaseModel['shown']>,
  idOf: (index: number) => number,
): [name: string, query: Query, rows: Rows][] {
  const linked = (to: number | null): unknown[] => {
    if (to === null) return []
    return [shown[to]?.title ?? null]
  }
  const all = shown.flatMap((text, index) => (text ? [{ id: idOf(index), ...text }] : []))
  const rowsOf = (some: typeof all): Rows => ({
    total: some.length,
    data: some.map(({ id, title, to }) => [id, title, linked(to)]),
  })
  const alpha = ({ title }: { title: string }): boolean => title === 'alpha'
  const where = JSON.stringify({ links: { $some: { 'to.title': { eq: 'alpha' } } } })
  const byTitle = all.toSorted(
    (one, other) =>
      (one.title < other.title ? 1 : -1) * Number(one.title !== other.title) || one.id - other.id,
  )
  return [
    ['list', [], rowsOf(all)],
    ['eq', [['title[eq]', 'alpha']], rowsOf(all.filter(alpha))],
    ['contains', [['contains', 'bet']], rowsOf(all.filter(({ title }) => title === 'beta'))],
    ['to', [['where', where]], rowsOf(all.filter(({ to }) => linked(to)[0] === 'alpha'))],
    ['order', [['order', '-title,_id']], rowsOf(byTitle)],
  ]
}

function refuse(): never {
  throw new Refusal('badRequest', 'deleted')
}
