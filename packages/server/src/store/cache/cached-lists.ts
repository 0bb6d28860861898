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

interface PageIds {
  readonly total: number
  readonly ids: Ids
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

interface Asked {
  readonly by: ListReader
  readonly selection: Selection
  readonly request: PageRequest
  /** Of the models that the list depends on. */
  readonly version: number
  readonly listName: string
  readonly pageName: string
}

const mostPagedBytes = 4 * 1024 * 1024
const mostListBytes = 48 * 1024 * 1024
/** What a list or page takes besides its ids. */
const listBytes = 300
const mostPaged = 10_000

export class ListCache {
  readonly #pages = boundedMap<string, PageIds & { version: number }>(mostPagedBytes, bytesOf)
  /** Whole lists, of which every page is a slice. */
  readonly #lists = boundedMap<string, KnownList>(mostListBytes, bytesOf)
  /** Versions at which lists were read page by page. */
  readonly #paged: BoundedMap<string, number> = boundedMap(mostPaged)
  readonly #pending = new Map<string, PendingPage>()

  async page(by: ListReader, selection: Selection, request: PageRequest): Promise<Page> {
    const listName = nameOfSelection(selection)
    const pageName = `${request.limit} ${request.offset} ${listName}`
    const version = sumOf(by.versions, selection.dependsOn)
    const asked = { by, selection, request, version, listName, pageName }
    for (;;) {
      const known = this.#known(asked)
      if (known) return shownPage(asked, known)
      const isPaged = selection.conditions.length === 0 || this.#paged.get(listName) === version
      const wanted = `${version} ${isPaged ? pageName : listName}`
      const pending = this.#pending.get(wanted)
      // Whoever holds a transaction must not wait for one who waits for a transaction.
      const canWait = pending && (pending.reads.hasBegun || !by.reads.hasTransaction)
      if (!canWait) return this.#shared(wanted, asked)
      const page = await outcomeOf(pending, by)
      if (page && pending.name === pageName) return page
    }
  }

  #known({ by, selection, request, version, listName, pageName }: Asked): PageIds | undefined {
    const list = this.#lists.get(listName)
    if (list && isUpToDate(list, selection, by.versions)) return sliceOf(list, request)
    const page = this.#pages.get(pageName)
    return page?.version === version ? page : undefined
  }

  #shared(wanted: string, asked: Asked): Promise<Page> {
    const page = this.#read(asked)
    const shared = { name: asked.pageName, page, reads: asked.by.reads }
    this.#pending.set(wanted, shared)
    const forget = (): void => {
      if (this.#pending.get(wanted) === shared) this.#pending.delete(wanted)
    }
    // Before those who wait go on.
    page.then(forget, forget)
    return page
  }

  /** What is kept is of the assumed versions: reads at others fail. */
  async #read(asked: Asked): Promise<Page> {
    const { by, selection, request, version, listName, pageName } = asked
    const { sight } = selection
    const reading: Pick<Reading, 'page' | 'neighbours'> = {
      page: (...given) =>
        by.reads.read((tx) => tx.reading.page(...given), { reportsVersions: true }),
      neighbours: (...given) => by.neighbours(...given),
    }
    const before = this.#lists.get(listName)
    const keepEntry = (entry: Entry): void => by.keepEntries(sight, [entry])
    const renewed = before && (await renewList(before, selection, by.versions, reading, keepEntry))
    if (renewed) {
      this.#lists.set(listName, renewed)
      return shownPage(asked, sliceOf(renewed, request))
    }
    const page = await reading.page(selection, request)
    const { ids, entries, total, cost } = page
    by.keepEntries(sight, entries)
    if (ids) this.#lists.set(listName, listOf(selection, { ids, cost }, by.versions))
    else {
      this.#paged.set(listName, version)
      const shown = packed(entries.map(({ itemId }) => itemId))
      this.#pages.set(pageName, { version, total, ids: shown })
    }
    return page
  }
}

function bytesOf({ ids }: { readonly ids: Ids }): number {
  return ids.byteLength + listBytes
}

function sliceOf({ ids }: KnownList, { limit, offset }: PageRequest): PageIds {
  return { total: ids.length, ids: ids.subarray(offset, offset + limit) }
}

async function shownPage({ by, selection }: Asked, { total, ids }: PageIds): Promise<Page> {
  return { total, cost: 0, entries: await by.entries(selection.sight, Array.from(ids)) }
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
