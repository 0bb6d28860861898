/**
 * Pages of lists: cut from a whole list that is cached, cached by themselves, or read. Requests for any page
 * of a list wait for the one that reads it at the same versions, since that mostly gives the whole list.
 */
import { Unavailable } from '@octavo/schema/errors.ts'
import { nameOfSelection, type Selection, type Sight } from '../../query/tree.ts'
import { OverBudget } from '../reader.ts'
import type { Entry, Page, PageRequest, Reading } from '../reading.ts'
import { sumOf, type Versions } from '../versions/versions.ts'
import { boundedMap, type BoundedMap } from './aged-map.ts'
import { isUpToDate, listOf, packed, renewList, type Ids, type KnownList } from './known-list.ts'
import { versionsChanged, type VerifiedReads } from './verified-reads.ts'

export interface ListCache {
  /** Ids of the items on a page. */
  readonly pages: BoundedMap<string, { version: number; total: number; ids: Ids }>
  /** Whole lists, of which every page is a slice. */
  readonly lists: BoundedMap<string, KnownList>
  /** Versions at which lists were read page by page. */
  readonly paged: BoundedMap<string, number>
  readonly pending: Map<string, PendingPage>
}

interface PendingPage {
  readonly name: string
  readonly page: Promise<Page>
  readonly reads: VerifiedReads
}

/** The request that asks. */
export interface ListReader extends Pick<Reading, 'entries' | 'neighbours'> {
  readonly reads: VerifiedReads
  readonly versions: Versions
  keepEntries(sight: Sight, entries: readonly Entry[]): void
}

const mostPagedBytes = 4 * 1024 * 1024
const mostListBytes = 48 * 1024 * 1024
/** What a list or page takes besides its ids. */
const listBytes = 300
const mostPaged = 10_000

export function createListCache(): ListCache {
  const bytesOf = (ids: Ids): number => ids.byteLength + listBytes
  return {
    pages: boundedMap(mostPagedBytes, ({ ids }) => bytesOf(ids)),
    lists: boundedMap(mostListBytes, ({ ids }) => bytesOf(ids)),
    paged: boundedMap(mostPaged),
    pending: new Map(),
  }
}

interface Names {
  readonly list: string
  readonly page: string
}

export async function cachedPage(
  cache: ListCache,
  by: ListReader,
  selection: Selection,
  request: PageRequest,
): Promise<Page> {
  const { limit, offset } = request
  const list = nameOfSelection(selection)
  const names = { list, page: `${limit} ${offset} ${list}` }
  const version = sumOf(by.versions, selection.dependsOn)
  for (;;) {
    const known = knownPage(cache, by, selection, request, names)
    if (known) return shownPage(by, selection, known)
    const isPaged = selection.conditions.length === 0 || cache.paged.get(list) === version
    const wanted = `${version} ${isPaged ? names.page : list}`
    const pending = cache.pending.get(wanted)
    // Whoever holds a transaction must not wait for one who waits for a transaction.
    const canWait = pending && (pending.reads.hasBegun || !by.reads.hasTransaction)
    if (!canWait) {
      const page = readPage(cache, by, selection, request, names)
      return share(cache, wanted, { name: names.page, page, reads: by.reads })
    }
    const page = await outcomeOf(pending, by)
    if (page && pending.name === names.page) return page
  }
}

interface PageIds {
  readonly total: number
  readonly ids: Ids
}

function knownPage(
  { lists, pages }: ListCache,
  { versions }: ListReader,
  selection: Selection,
  { limit, offset }: PageRequest,
  names: Names,
): PageIds | undefined {
  const list = lists.get(names.list)
  if (list && isUpToDate(list, selection, versions)) return pageOf(list, { limit, offset })
  const page = pages.get(names.page)
  return page?.version === sumOf(versions, selection.dependsOn) ? page : undefined
}

function pageOf({ ids }: KnownList, { limit, offset }: PageRequest): PageIds {
  return { total: ids.length, ids: ids.subarray(offset, offset + limit) }
}

async function shownPage(
  by: ListReader,
  { sight }: Selection,
  { total, ids }: PageIds,
): Promise<Page> {
  return { total, cost: 0, entries: await by.entries(sight, Array.from(ids)) }
}

function share({ pending }: ListCache, wanted: string, shared: PendingPage): Promise<Page> {
  pending.set(wanted, shared)
  const forget = (): void => {
    if (pending.get(wanted) === shared) pending.delete(wanted)
  }
  // Before those who wait go on.
  shared.page.then(forget, forget)
  return shared.page
}

/** Undefined where the read of another request ended for a reason that is its own. */
async function outcomeOf({ page }: PendingPage, by: ListReader): Promise<Page | undefined> {
  try {
    return await page
  } catch (error) {
    // Its client left, its time is over, its caller has too many reads, or its page lies too far behind.
    if (error instanceof Unavailable || error instanceof OverBudget) return undefined
    if (error !== versionsChanged) throw error
    await by.reads.verify()
    return undefined
  }
}

/** What is kept is of the assumed versions: reads at others fail. */
async function readPage(
  cache: ListCache,
  by: ListReader,
  selection: Selection,
  request: PageRequest,
  names: Names,
): Promise<Page> {
  const before = cache.lists.get(names.list)
  const renewed = before && (await renewedList(before, by, selection))
  if (renewed) {
    cache.lists.set(names.list, renewed)
    return shownPage(by, selection, pageOf(renewed, request))
  }
  const page = await readingOf(by).page(selection, request)
  const { ids, entries, total, cost } = page
  by.keepEntries(selection.sight, entries)
  if (ids) {
    cache.lists.set(names.list, listOf(selection, { ids, cost }, by.versions))
  } else {
    const version = sumOf(by.versions, selection.dependsOn)
    cache.paged.set(names.list, version)
    cache.pages.set(names.page, {
      version,
      total,
      ids: packed(entries.map(({ itemId }) => itemId)),
    })
  }
  return page
}

/** A cached list with the items that changed since in their places; undefined where it must be read. */
function renewedList(
  list: KnownList,
  by: ListReader,
  selection: Selection,
): Promise<KnownList | undefined> {
  return renewList(list, selection, by.versions, readingOf(by), (entry) =>
    by.keepEntries(selection.sight, [entry]),
  )
}

function readingOf(by: ListReader): Pick<Reading, 'page' | 'neighbours'> {
  return {
    page: (selection, request) =>
      by.reads.read(({ reading }) => reading.page(selection, request), { reportsVersions: true }),
    neighbours: (...asked) => by.neighbours(...asked),
  }
}
