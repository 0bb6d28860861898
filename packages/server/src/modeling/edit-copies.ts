/** The copies of drafts that schedules and releases hold, which change with the definition like the drafts. */
import type { Item, StageData } from '../store/records.ts'
import type { ReadTransaction, WriteTransaction } from '../store/store.ts'

/** An item with a copy in the place of its draft. */
export interface Holder {
  item: Item
  /** Stores the draft of the edited item as the copy. */
  save(tx: WriteTransaction, edited: Item): Promise<void>
}

/** One for each copy of these items. */
export async function itemsWithCopies(
  tx: ReadTransaction,
  items: readonly Item[],
): Promise<Holder[]> {
  const ids = items.map(({ id }) => id)
  const byId = new Map(items.map((item) => [item.id, item]))
  const holders: Holder[] = []

  function hold(
    { itemId, languageId }: { itemId: number; languageId: number },
    data: StageData | null,
    save: (tx: WriteTransaction, copy: StageData) => Promise<void>,
  ): void {
    const item = byId.get(itemId)
    if (!item || !data) return
    holders.push({
      item: withDraft(item, languageId, data),
      async save(writing, edited) {
        const copy = edited.languages.get(languageId)?.draft
        if (copy) await save(writing, copy)
      },
    })
  }

  for (const plan of await tx.schedules.ofItems(ids)) {
    hold(plan, plan.copy, (writing, copy) => writing.schedules.save([{ ...plan, copy }]))
  }
  for (const entry of await tx.releases.ofItems(ids)) {
    // Both may change, and each is saved with the other as it is then.
    let current = entry
    const saved = (writing: WriteTransaction, change: Partial<typeof entry>): Promise<void> => {
      current = { ...current, ...change }
      return writing.releases.saveEntries([current])
    }
    const { copy: given, previous } = entry
    hold(entry, given, (writing, copy) => saved(writing, { copy }))
    hold(entry, previous?.published ?? null, (writing, published) =>
      saved(writing, { previous: { lastPublishedAt: null, ...previous, published } }),
    )
  }
  return holders
}

function withDraft(item: Item, languageId: number, draft: StageData): Item {
  const languages = new Map(item.languages)
  const empty = { published: null, publishedAt: null, lastPublishedAt: null }
  languages.set(languageId, { ...(languages.get(languageId) ?? empty), draft })
  return { ...item, languages }
}
