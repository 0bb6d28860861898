/** Records the events of changed items, with the items as published readers saw them before and after. */
import { itemEventTypes } from '@octavo/schema/events.ts'
import type { View } from '@octavo/schema/field-types.ts'
import { languageOfScope, scopeOf, type Schema } from '@octavo/schema/schema.ts'
import { renderItems } from '../delivery/render-items.ts'
import type { ScopeRule } from '../query/tree.ts'
import type { DerivedChange } from '../store/derived.ts'
import type { Entry, LinkTargets, MediaTarget, Reading } from '../store/reading.ts'
import type { Change, LoggedEvent } from '../store/records.ts'
import { settleAll } from '../store/settle-all.ts'
import type { WriteTransaction } from '../store/store.ts'
import type { NewEvent, RecordingHook } from '../store/webhooks.ts'
import { tagsOfEvent } from './event-tags.ts'
import { matchingIds } from './matches.ts'
import { hooksFor, receives } from './receivers.ts'
import { eventOf, recordReceived } from './record.ts'
import { recordedUrl } from './recorded-urls.ts'

export interface Recording {
  /** Records the events of these changes. Call it after the items are saved; without `saved`, it reads them. */
  finish(changes: readonly Change[], saved?: readonly DerivedChange[]): Promise<void>
}

export interface RecordedChange {
  isNew: boolean
  /** The release that the change comes with. */
  release?: {
    readonly luid: string
    /** All items that the transaction changes. */
    readonly itemIds: ReadonlySet<number>
  }
}

/** Call this before the items are saved. Undefined if no webhook receives events of items. */
export async function startRecording(
  tx: WriteTransaction,
  schema: Schema,
  ids: readonly number[],
  { isNew, release }: RecordedChange,
): Promise<Recording | undefined> {
  const hooks = await hooksFor(tx, schema.root.id, itemEventTypes)
  if (hooks.length === 0) return undefined
  const changing = release?.itemIds ?? new Set(ids)
  const reading = readingTargetsOnce(tx, changing)
  const stored = (itemIds: readonly number[]) => (view: View) =>
    reading().entries({ scopes: scopesIn(schema, view), spaceIds: null }, itemIds)
  const before = isNew ? nothing : await snapshotOf(reading, schema, hooks, stored(ids))
  return {
    async finish(changes, saved) {
      const taken = changes.flatMap((change) =>
        change.events
          .filter((event) => hooks.some((hook) => receives(hook, change, event)))
          .map((event) => ({ change, event })),
      )
      if (taken.length === 0) return
      const changed = new Set(taken.map(({ change }) => change.subjectId))
      const entriesIn = saved ? derivedEntries(saved, changed) : stored([...changed])
      const [after, eventIds] = await settleAll(
        snapshotOf(reading, schema, hooks, entriesIn),
        tx.ids.allocate('event', taken.length),
      )
      const events = taken.map((one): NewEvent =>
        recorded(schema, hooks, { ...one, release: release?.luid }, before, after),
      )
      await recordReceived(tx, events, eventIds)
    },
  }
}

/** How readers see items: each item and language has its own name. */
interface Snapshot {
  /** The JSON of published items, by language and item. */
  readonly items: ReadonlyMap<string, string>
  /** Ids of webhooks whose condition the item matches, by scope and item. */
  readonly matches: ReadonlyMap<string, readonly number[]>
}

const nothing: Snapshot = { items: new Map(), matches: new Map() }

/** Returns the current reading of the transaction, which may have written in between. */
type CurrentReading = () => Reading

/** Link targets that do not change are read once: most changes leave the links of an item as they are. */
function readingTargetsOnce(tx: WriteTransaction, changing: ReadonlySet<number>): CurrentReading {
  const known = new Map<string, Promise<LinkTargets>>()
  return () => {
    const { reading } = tx
    return {
      ...reading,
      linkTargets(...given) {
        const [, itemIds] = given
        const read = (): Promise<LinkTargets> => reading.linkTargets(...given)
        if (itemIds.some((id) => changing.has(id))) return read()
        return known.getOrInsertComputed(JSON.stringify(given), read)
      },
    }
  }
}

/** The entries of items that readers of a view see. */
type EntriesIn = (view: View) => Promise<readonly Entry[]>

/** The same as reading what was just derived and saved. */
function derivedEntries(saved: readonly DerivedChange[], ids: ReadonlySet<number>): EntriesIn {
  const shown = saved.filter(({ item }) => ids.has(item.id))
  return async (view) =>
    shown.flatMap(({ item: { id: itemId, modelId, spaceId, createdAt }, derived }) =>
      derived.entries
        .filter((entry) => entry.view === view)
        .map(({ scope, languageMask, document }) => {
          const body = Buffer.from(document.body)
          return { itemId, documentId: 0, scope, modelId, spaceId, createdAt, languageMask, body }
        }),
    )
}

function scopesIn(schema: Schema, view: View): ScopeRule[] {
  return schema.root.languages.map(({ id }) => ({ scope: scopeOf(id, view), lacking: null }))
}

async function snapshotOf(
  currentReading: CurrentReading,
  schema: Schema,
  hooks: readonly RecordingHook[],
  entriesIn: EntriesIn,
): Promise<Snapshot> {
  const reading = currentReading()
  const items = new Map<string, string>()
  const matches = new Map<string, number[]>()
  // Deploy hooks send no content.
  const sendsItems = hooks.some(({ deploy }) => !deploy)
  for (const view of ['published', 'draft'] as const) {
    const isSent = view === 'published' && sendsItems
    const tests = hooks.flatMap(({ id, condition, includesDrafts }) =>
      condition !== null && (view === 'published' || includesDrafts) ? [{ id, condition }] : [],
    )
    if (!isSent && tests.length === 0) continue
    const entries = await entriesIn(view)
    for (const [scope, shown] of Map.groupBy(entries, (entry) => entry.scope)) {
      const languageId = languageOfScope(scope)
      if (isSent) {
        const rendered = await renderItems({ reading, schema, languageId, mediaJson }, shown)
        for (const [id, json] of rendered) items.set(`${languageId} ${id}`, json)
      }
      const languageKey = schema.languageById.get(languageId)?.key ?? ''
      const shownIds = shown.map(({ itemId }) => itemId)
      for (const { id: hookId, condition } of tests) {
        const request = { reading, schema, languageKey, view, condition }
        for (const id of await matchingIds(request, shownIds)) {
          matches.getOrInsertComputed(`${scope} ${id}`, () => []).push(hookId)
        }
      }
    }
  }
  return { items, matches }
}

function mediaJson(
  id: number,
  media: Pick<MediaTarget, 'spaceId' | 'filename' | 'focus' | 'alt'>,
): string {
  return `{"url":${recordedUrl({ id, ...media })},"alt":${JSON.stringify(media.alt)}}`
}

function recorded(
  schema: Schema,
  hooks: readonly RecordingHook[],
  { change, event, release }: { change: Change; event: LoggedEvent; release?: string | undefined },
  before: Snapshot,
  after: Snapshot,
): NewEvent {
  const { subjectId: id, modelId, spaceId } = change
  const name = `${event.languageId} ${id}`
  const head = JSON.stringify({
    id,
    model: schema.modelById.get(modelId ?? 0)?.luid ?? null,
    space: schema.spaceById.get(spaceId ?? 0)?.luid ?? null,
    lang: schema.languageById.get(event.languageId)?.key ?? null,
  })
  const item = after.items.get(name) ?? 'null'
  const previous = before.items.get(name) ?? 'null'
  const tags = JSON.stringify(tagsOfEvent(change, event))
  const by = JSON.stringify(release ?? null)
  const data = `${head.slice(0, -1)},"item":${item},"previous":${previous},"tags":${tags},"release":${by}}`
  const scope = scopeOf(event.languageId, event.isDraft ? 'draft' : 'published')
  const matches = [before, after].flatMap((one) => one.matches.get(`${scope} ${id}`) ?? [])
  const receivers = hooks.filter(
    (hook) =>
      receives(hook, change, event) && (hook.condition === null || matches.includes(hook.id)),
  )
  const webhookIds = receivers.map((hook) => hook.id)
  return { ...eventOf(change, event), subject: `item ${id}`, data, webhookIds }
}
