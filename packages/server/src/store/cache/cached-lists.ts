/**
 * Pages of lists: sliced from a cached complete list, cached individually, or read. Requests for any page
 * of a list wait for a request that is reading it at the same versions, since that usually returns the
 * complete list.
 */
import { hash } from 'node:crypto'
import { Unavailable } from '@octavo/schema/errors.ts'
import type { Position, Selection, Visibility } from '../../query/tree.ts'
import { OverBudget } from '../reader.ts'
import type { Entry, Page, PageRequest, Reading } from '../reading.ts'
import { sumOf } from '../versions/versions.ts'
import type { Versions } from '../store.ts'
import { boundedMap, type BoundedMap } from './aged-map.ts'
import { listOf, packed, updateList, type Ids, type ListSnapshot } from './list-snapshot.ts'
import { VersionsChanged, type VerifiedReads } from './verified-reads.ts'

interface PageIds {
  readonly total: number | null
  readonly ids: Ids
  /** With a cursor. */
  readonly next?: Position | null
}

interface PendingPage {
  readonly name: string
  readonly page: Promise<Page>
  readonly reads: VerifiedReads
}

/** The request that reads a page. */
export interface ListReader extends Pick<Reading, 'entries' | 'neighbours'> {
  readonly reads: VerifiedReads
  readonly versions: Versions
  cacheEntries(visibility: Visibility, entries: readonly Entry[], versions: Versions): void
}

interface ListRequest {
  readonly by: ListReader
  readonly selection: Selection
  readonly request: PageRequest
  /** Sum of the versions of the models that the list depends on. */
  readonly version: number
  readonly listName: string
  readonly pageName: string
}

const maxPagedBytes = 4 * 1024 * 1024
const maxListBytes = 48 * 1024 * 1024
/** Memory of a list or page in addition to its ids. */
const listBytes = 300
const maxPaged = 10_000

export class ListCache {
  readonly #pages = boundedMap<string, PageIds & { version: number }>(maxPagedBytes, bytesOf)
  /** Complete lists; every page is a slice. */
  readonly #lists = boundedMap<string, ListSnapshot>(maxListBytes, bytesOf)
  /** Versions at which lists were read page by page. */
  readonly #paged: BoundedMap<string, number> = boundedMap(maxPaged)
  readonly #pending = new Map<string, PendingPage>()

  async page(by: ListReader, selection: Selection, request: PageRequest): Promise<Page> {
    const listName = nameOfSelection(selection)
    const { limit, offset, after, hasTotal = true } = request
    const place = after === undefined ? offset : JSON.stringify(after)
    const pageName = `${limit} ${place} ${hasTotal ? 'total' : ''} ${listName}`
    const version = sumOf(by.versions, selection.dependsOn)
    const list = { by, selection, request, version, listName, pageName }
    for (;;) {
      const cached = this.#cached(list)
      if (cached) return shownPage(list, cached)
      const isPaged =
        after !== undefined ||
        selection.conditions.length === 0 ||
        this.#paged.get(listName) === version
      const pendingKey = `${version} ${isPaged ? pageName : listName}`
      const pending = this.#pending.get(pendingKey)
      // A request that holds a transaction must not wait for one that is waiting for a transaction.
      const canWait = pending && (pending.reads.hasBegun || !by.reads.hasTransaction)
      if (!canWait) return this.#shared(pendingKey, list)
      const page = await outcomeOf(pending, by)
      if (page && pending.name === pageName) return page
    }
  }

  #cached({ request, version, listName, pageName }: ListRequest): PageIds | undefined {
    const list = request.after === undefined ? this.#lists.get(listName) : undefined
    if (list?.version === version) return sliceOf(list, request)
    const page = this.#pages.get(pageName)
    return page?.version === version ? page : undefined
  }

  #shared(pendingKey: string, list: ListRequest): Promise<Page> {
    const page = this.#read(list)
    const shared = { name: list.pageName, page, reads: list.by.reads }
    this.#pending.set(pendingKey, shared)
    const remove = (): void => {
      if (this.#pending.get(pendingKey) === shared) this.#pending.delete(pendingKey)
    }
    // Registered first, so that it runs before the waiting requests continue.
    page.then(remove, remove)
    return page
  }

  async #read(list: ListRequest): Promise<Page> {
    const { by, selection, request, listName } = list
    const reading: Pick<Reading, 'page' | 'neighbours'> = {
      page: (...given) =>
        by.reads.read((tx) => tx.reading.page(...given), { reportsVersions: true }),
      neighbours: (...given) => by.neighbours(...given),
    }
    const hasCursor = request.after !== undefined
    const before = hasCursor ? undefined : this.#lists.get(listName)
    const cacheEntry = (entry: Entry): void =>
      by.cacheEntries(selection.visibility, [entry], by.versions)
    const updated =
      before && (await updateList(before, selection, by.versions, reading, cacheEntry))
    if (updated) {
      this.#lists.set(listName, updated)
      return shownPage(list, sliceOf(updated, request))
    }
    return by.reads.read((tx) => tx.reading.page(selection, request), {
      reportsVersions: true,
      onResult: (page, versions) => this.#cache(list, page, versions),
    })
  }

  #cache(list: ListRequest, page: Page, versions: Versions): void {
    const { by, selection, request, listName, pageName } = list
    const { ids, entries, total, cost, next } = page
    by.cacheEntries(selection.visibility, entries, versions)
    if (ids) {
      this.#lists.set(listName, listOf(selection, { ids, cost }, versions))
      return
    }
    const version = sumOf(versions, selection.dependsOn)
    if (request.after === undefined) this.#paged.set(listName, version)
    const shown = packed(entries.map(({ itemId }) => itemId))
    this.#pages.set(pageName, { version, total, ids: shown, ...(next !== undefined && { next }) })
  }
}

const selectionNames = new WeakMap<Selection, string>()

/** A name that is equal for equal selections. */
export function nameOfSelection(selection: Selection): string {
  const cached = selectionNames.get(selection)
  if (cached !== undefined) return cached
  // A hash, because caches hold thousands of names.
  const name = hash('sha256', JSON.stringify(selection), 'base64')
  selectionNames.set(selection, name)
  return name
}

function bytesOf({ ids, next }: { readonly ids: Ids; readonly next?: Position | null }): number {
  // The name of a page has a position of about the same length.
  const positions = next ? 4 * JSON.stringify(next).length : 0
  return ids.byteLength + listBytes + positions
}

function sliceOf({ ids }: ListSnapshot, { limit, offset }: PageRequest): PageIds {
  return { total: ids.length, ids: ids.subarray(offset, offset + limit) }
}

async function shownPage(
  { by, selection }: ListRequest,
  { total, ids, next }: PageIds,
): Promise<Page> {
  const entries = await by.entries(selection.visibility, Array.from(ids))
  return { total, cost: 0, entries, ...(next !== undefined && { next }) }
}

/** Undefined if the read of the other request failed for a reason of its own. */
async function outcomeOf({ page, reads }: PendingPage, by: ListReader): Promise<Page | undefined> {
  const { hasBegun } = reads
  try {
    return await page
  } catch (error) {
    // Its client disconnected, its time ran out, its caller has too many reads, or its page is too far
    // down.
    if (error instanceof Unavailable || error instanceof OverBudget) return undefined
    if (!(error instanceof VersionsChanged)) throw error
    if (!by.reads.hasTransaction) by.reads.failLike(error, hasBegun ? undefined : error.versions)
    await by.reads.verify()
    return undefined
  }
}
