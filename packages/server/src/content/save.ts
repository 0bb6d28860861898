import type { Schema } from '@octavo/schema/schema.ts'
import { nextTurn } from '../scheduling/turns.ts'
import type { Derived, Item } from '../store/records.ts'
import type { DerivedChange, WriteTransaction } from '../store/store.ts'
import { settleAll } from '../store/settle-all.ts'
import { deriveItem } from './derive.ts'

/** An entry of the audit log: the actor, the action and the time. */
export interface AuditEntry {
  actor: string
  action: string
  at: number
}

/**
 * The only function that stores content: the items, their derived data and the change log entry, in the
 * transaction of the caller.
 */
export async function saveItems(
  tx: WriteTransaction,
  schema: Schema,
  items: readonly Item[],
  entry: AuditEntry & { isNew: boolean },
): Promise<void> {
  const changes: DerivedChange[] = []
  for (const item of items) {
    const derived = deriveItem(schema, item)
    changes.push({ item, derived })
    // The embedded database never yields, so let other requests run after long texts.
    if (charactersIn(derived) >= charactersPerTurn) await nextTurn()
  }
  await saveDerivedItems(tx, changes, entry)
}

const charactersPerTurn = 100_000

function charactersIn({ entries }: Derived): number {
  const texts = entries.flatMap(({ document }) => document.searchTexts)
  return texts.reduce((sum, { text }) => sum + text.length, 0)
}

/** Same as `saveItems`, for callers that have derived the items already. */
export async function saveDerivedItems(
  tx: WriteTransaction,
  changes: readonly DerivedChange[],
  entry: AuditEntry & { isNew: boolean },
): Promise<void> {
  if (changes.length === 0) return
  const items = changes.map((change) => change.item)
  const [, touched] = await settleAll(
    entry.isNew ? tx.items.insert(items) : tx.items.update(items),
    tx.derived.save(changes, { isNew: entry.isNew }),
  )
  await tx.changes.append(
    items.map((item) => ({
      at: entry.at,
      rootId: item.rootId,
      kind: 'item',
      subjectId: item.id,
      modelId: item.modelId,
      actor: entry.actor,
      action: entry.action,
      scopes: touched.get(item.id) ?? [],
    })),
  )
}
