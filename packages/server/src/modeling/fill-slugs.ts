/** Derives the slugs of existing items when a model gets a slug field. */
import type { Schema } from '@octavo/schema/schema.ts'
import { claimsOf, deriveItem } from '../content/derive.ts'
import { withMissingSlugs } from '../content/slugs.ts'
import { claimKey, type Item } from '../store/records.ts'
import type { WriteTransaction } from '../store/store.ts'
import { walkItems } from './walk.ts'

/** `before` is the schema before the change. */
export async function fillNewSlugs(
  tx: WriteTransaction,
  before: Schema,
  schema: Schema,
  onProgress: (items: number) => void,
): Promise<void> {
  const models = schema.root.models.filter(
    ({ id, fields }) =>
      before.modelById.has(id) &&
      fields.some((field) => field.type === 'slug' && !before.fieldById.has(field.id)),
  )
  if (models.length === 0) return
  const filter = { rootId: schema.root.id, modelIds: models.map(({ id }) => id) }
  for await (const items of walkItems(tx, filter)) {
    await fillBatch(tx, schema, items)
    onProgress(items.length)
  }
}

/** Slugs of earlier batches are stored; those of this one are not yet. */
async function fillBatch(
  tx: WriteTransaction,
  schema: Schema,
  items: readonly Item[],
): Promise<void> {
  const reserved = new Set<string>()
  const filled: Item[] = []
  for (const item of items) {
    const next = await withMissingSlugs(tx, schema, item, (claim) => reserved.has(claimKey(claim)))
    if (next === item) continue
    filled.push(next)
    for (const claim of claimsOf(schema, next)) reserved.add(claimKey(claim))
  }
  if (filled.length === 0) return
  await tx.items.update(filled)
  const derived = filled.map((item) => ({ item, derived: deriveItem(schema, item) }))
  await tx.derived.save(derived, { isNew: false })
}
