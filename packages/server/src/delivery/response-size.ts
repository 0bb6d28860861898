/** The length of a response, which is computed before any of it is written. */
import { Refusal } from '@octavo/schema/errors.ts'
import type { View } from './view.ts'

/** The default for the longest response. */
export const defaultMaxResponseBytes = 5_000_000

/** Adds up the length of a response, and rejects it as soon as it is too long. */
export interface SizeCounter {
  add(bytes: number): void
  /** Rejects the response if this many more bytes would make it too long. */
  expect(bytes: number): void
  /** Counts entries in lists of references, including those that are left out. */
  addListed(entries: number): void
  bytes(): number
}

/** Entries that are left out have no bytes, but checking each of them takes time. */
const maxListed = 250_000

export function sizeCounter(maxBytes: number): SizeCounter {
  let size = 0
  let listed = 0
  const expect = (bytes: number): void => {
    if (size + bytes <= maxBytes) return
    throw tooLarge(`${maxBytes} bytes`)
  }
  return {
    bytes: () => size,
    add(bytes) {
      size += bytes
      expect(0)
    },
    expect,
    addListed(entries) {
      listed += entries
      if (listed > maxListed) throw tooLarge(`${maxListed} listed references`)
    },
  }
}

function tooLarge(limit: string): Refusal {
  return new Refusal(
    'badRequest',
    `the response would exceed ${limit}: lower limit or depth, or select fewer properties`,
  )
}

/** The referenced items on one level of depth: how often each is shown, in which view. */
export interface Level {
  /** How often each item occurs, for each view. */
  readonly items: ReadonlyMap<View, ReadonlyMap<number, number>>
  add(view: View, itemId: number, times: number): void
  /** Adds the entries of a list of references that occurs this many times. */
  addList(view: View, ids: readonly number[], times: number): void
  ids(): number[]
  /** Removes hidden items, and counts what is shown besides the items: null, brackets and commas. */
  settle(isShown: (itemId: number) => boolean, size: SizeCounter): void
}

export function createLevel(): Level {
  const items = new Map<View, Map<number, number>>()
  const lists: { ids: readonly number[]; times: number }[] = []
  /** How often each item occurs in lists, where nothing takes the place of a hidden item. */
  const listed = new Map<number, number>()

  function add(view: View, itemId: number, times: number): void {
    const ofView = items.getOrInsertComputed(view, () => new Map())
    ofView.set(itemId, (ofView.get(itemId) ?? 0) + times)
  }

  return {
    items,
    add,
    addList(view, ids, times) {
      lists.push({ ids, times })
      for (const id of ids) {
        add(view, id, times)
        listed.set(id, (listed.get(id) ?? 0) + times)
      }
    },
    ids() {
      const [first, second] = items.values()
      if (!second) return first ? [...first.keys()] : []
      return [...new Set(Array.from(items.values(), (ofView) => [...ofView.keys()]).flat())]
    },
    settle(isShown, size) {
      const hidden = new Map<number, number>()
      for (const ofView of items.values()) {
        for (const [id, times] of ofView) {
          if (isShown(id)) continue
          ofView.delete(id)
          hidden.set(id, (hidden.get(id) ?? 0) + times)
        }
      }
      for (const [id, times] of hidden) size.add((times - (listed.get(id) ?? 0)) * 'null'.length)
      for (const { ids, times } of lists) {
        const shown = hidden.size === 0 ? ids.length : ids.filter((id) => !hidden.has(id)).length
        const commas = Math.max(0, shown - 1)
        size.add((commas + '[]'.length) * times)
      }
    },
  }
}
