import type { Schema } from '@octavo/schema/schema.ts'
import { nextTurn } from '../scheduling/turns.ts'
import type { Derived, Item } from '../store/records.ts'
import type { DerivedChange, WriteTransaction } from '../store/store.ts'
import { together } from '../store/together.ts'
import { deriveItem } from './derive.ts'

/** Who did what, for the change log. */
export interface Deed {
  actor: string
  action: string
  at: number
}

/**
 * The one place that stores content: the items, what is derived from them, and the log of the
 * change, in the transaction of the caller.
 */
export async function saveItems(
  tx: WriteTransaction,
  schema: Schema,
  items: readonly Item[],
  deed: Deed & { isNew: boolean },
): Promise<void> {
  const changes: DerivedChange[] = []
  for (const item of items) {
    const derived = deriveItem(schema, item)
    changes.push({ item, derived })
    // The embedded database works without ever waiting: after long texts others get their turn.
    if (charactersIn(derived) >= charactersATurn) await nextTurn()
  }
  await saveDerivedItems(tx, changes, deed)
}

const charactersATurn = 100_000

function charactersIn({ entries }: Derived): number {
  const texts = entries.flatMap(({ document }) => document.searchTexts)
  return texts.reduce((sum, { text }) => sum + text.length, 0)
}

/** The same where the caller has derived already. */
export async function saveDerivedItems(
  tx: WriteTransaction,
  changes: readonly DerivedChange[],
  deed: Deed & { isNew: boolean },
): Promise<void> {
  if (changes.length === 0) return
  const items = changes.map((change) => change.item)
  const [, touched] = await together(
    deed.isNew ? tx.items.insert(items) : tx.items.update(items),
    tx.derived.save(changes, { isNew: deed.isNew }),
  )
  await tx.changes.append(
    items.map((item) => ({
      at: deed.at,
      rootId: item.rootId,
      kind: 'item',
      subjectId: item.id,
      modelId: item.modelId,
      actor: deed.actor,
      action: deed.action,
      scopes: touched.get(item.id) ?? [],
    })),
  )
}
