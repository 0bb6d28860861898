/** The start page of Studio: what a user has to do. Each part reads a limited number of rows. */
import type { ScheduledItem } from '@octavo/schema/admin/schedules.ts'
import { startRows, type RecentItem, type StartPage } from '@octavo/schema/admin/start.ts'
import { hasRole } from '@octavo/schema/roles.ts'
import { formatTime } from '@octavo/schema/times.ts'
import { dateOf } from '../access/usage.ts'
import { canPublish, permissionsOf } from '../access/principal.ts'
import type { ContentContext } from '../content/context.ts'
import type { Item } from '../store/records.ts'
import type { Release } from '../store/releases.ts'
import type { RecentFilter, RecentRevision } from '../store/studio-reads.ts'
import type { ReadTransaction } from '../store/store.ts'
import type { WebhookRecord } from '../store/webhooks.ts'
import { actorNamed, namesOf } from './actors.ts'
import { actorOf, type AdminHandlers, type RootAccess } from './api.ts'
import { timeOf } from './contents/editable.ts'
import { itemLabel } from './contents/labels.ts'
import { shownSchedules } from './contents/shown-schedules.ts'
import { shownReleases } from './releases/shown.ts'

export interface StartDeps extends ContentContext {
  /** Public URL of media files, without a trailing slash. */
  readonly assetsUrl: string
}

/** An item has a revision in each of its languages; they are shown as one row. */
const recentRevisions = 4 * startRows
const window = { limit: startRows, offset: 0 }

export function startHandlers(deps: StartDeps) {
  return {
    readStart: (call) => {
      const isAdmin = hasRole(permissionsOf(call.principal).role, 'admin')
      const until = call.query.review_by ?? dateOf(deps.now())
      const isPublisher = canPublish(call.principal)
      const request = { root: call.root, actor: actorOf(call), isAdmin, isPublisher, until }
      return deps.store.read((tx) => startPage(tx, deps, request), call.reader)
    },
  } satisfies Partial<AdminHandlers>
}

interface StartRequest {
  root: RootAccess
  actor: string
  isAdmin: boolean
  isPublisher: boolean
  /** Reviews are due up to this day. */
  until: string
}

async function startPage(
  tx: ReadTransaction,
  { assetsUrl }: StartDeps,
  { root, actor, isAdmin, isPublisher, until }: StartRequest,
): Promise<StartPage> {
  const { schema, spaceIds } = root
  const filter = { rootId: schema.root.id, spaceIds }
  const drafts = byItem(await tx.studio.recentDrafts({ ...filter, actor }, recentRevisions))
  const waiting = byItem(isPublisher ? await draftsOfWriters(tx, filter) : [])
  const published = byItem(await tx.studio.recentPublications(filter, recentRevisions))
  const context = { root, assetsUrl, language: schema.mainLanguage }
  const planned = async (isFailed: boolean) => {
    const schedules = await tx.schedules.list({ ...filter, isFailed }, window)
    return (await shownSchedules(tx, schedules, context)).filter(hasModel)
  }
  const reviews = await tx.reviews.due({ ...filter, until }, startRows)
  const hooks = isAdmin ? await tx.webhooks.list(schema.root.id) : []

  const revisions = [...drafts.values(), ...waiting.values(), ...published.values()].flat()
  const names = await namesOf(
    tx,
    schema,
    revisions.map((one) => one.actor),
  )
  const ids = [...revisions, ...reviews].map(({ itemId }) => itemId)
  const items = new Map((await tx.items.load([...new Set(ids)])).map((item) => [item.id, item]))

  /** Leaves out items of models that no longer exist. */
  function shown<Row, Shown>(
    rows: readonly Row[],
    idOf: (row: Row) => number,
    show: (row: Row, item: Item) => Shown,
  ): (Shown & { item: ReturnType<typeof itemLabel> })[] {
    return rows.flatMap((row) => {
      const item = items.get(idOf(row))
      if (!item || !schema.modelById.has(item.modelId)) return []
      return [{ ...show(row, item), item: itemLabel(item, context) }]
    })
  }
  const recent = (found: ReadonlyMap<number, RecentRevision[]>): RecentItem[] =>
    shown(
      [...found],
      ([id]) => id,
      ([, own]) => ({
        languages: own.flatMap(({ languageId }) => schema.languageById.get(languageId)?.key ?? []),
        at: formatTime(own[0]?.at ?? 0),
        by: actorNamed(own[0]?.actor ?? '', names),
      }),
    )
  return {
    drafts: recent(drafts),
    scheduled: await planned(false),
    reviews: shown(
      reviews,
      ({ itemId }) => itemId,
      ({ dueOn }) => ({ by: dueOn }),
    ),
    releases: await shownReleases(tx, root, await openReleases(tx, schema.root.id)),
    waiting: recent(waiting),
    published: recent(published),
    failedSchedules: await planned(true),
    setup: isAdmin ? await setupOf(tx, schema.root.id, published.size > 0) : null,
    failingWebhooks: hooks.filter(isFailing).slice(0, startRows).map(failingWebhook),
  }
}

/** The label of an item whose model no longer exists names none. */
function hasModel({ item }: ScheduledItem): boolean {
  return item.model !== ''
}

/** Items that are examined for published data that no user has published, such as imported items. */
const examined = 20

/** What is missing until a site reads content; null when one has. */
async function setupOf(
  tx: ReadTransaction,
  rootId: number,
  isPublished: boolean,
): Promise<StartPage['setup']> {
  if ((await tx.usage.lastUses(rootId)).size > 0) return null
  const items = await tx.items.after({ rootId, trash: 'without' }, 0, examined)
  const isPublic = ({ languages }: Item): boolean =>
    Array.from(languages.values()).some(({ published }) => published !== null)
  return {
    hasItem: items.length > 0,
    hasPublished: isPublished || items.some(isPublic),
    hasKey: (await tx.keys.list(rootId)).length > 0,
  }
}

/** Members whose drafts are searched. */
const mostWriters = 20

/** Drafts that wait for someone who may publish them. */
async function draftsOfWriters(
  tx: ReadTransaction,
  filter: RecentFilter,
): Promise<RecentRevision[]> {
  const writers = (await tx.users.list()).filter(({ role }) => !hasRole(role, 'editor'))
  const found: RecentRevision[] = []
  for (const { id } of writers.slice(0, mostWriters)) {
    found.push(
      ...(await tx.studio.recentDrafts({ ...filter, actor: `user:${id}` }, recentRevisions)),
    )
  }
  return found.toSorted((one, other) => other.at - one.at)
}

async function openReleases(tx: ReadTransaction, rootId: number): Promise<Release[]> {
  const found: Release[] = []
  for (const state of ['failed', 'scheduled', 'open'] as const) {
    const filter = { rootId, isArchived: false, state }
    found.push(...(await tx.releases.list(filter, window)).releases)
  }
  return found.slice(0, startRows)
}

/** The revisions of the first items. */
function byItem(revisions: readonly RecentRevision[]): Map<number, RecentRevision[]> {
  const groups = Map.groupBy(revisions, ({ itemId }) => itemId)
  return new Map([...groups].slice(0, startRows))
}

/** A webhook that a user disabled does not fail. */
function isFailing({ failingSince, disabledReason }: WebhookRecord): boolean {
  return disabledReason === null ? failingSince !== null : disabledReason !== 'user'
}

function failingWebhook({ id, name, failingSince, disabledReason }: WebhookRecord) {
  return { id, name, failingSince: timeOf(failingSince), disabledReason }
}
