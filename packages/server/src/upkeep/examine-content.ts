import type { Schema } from '@octavo/schema/schema.ts'
import type { Item } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'
import { examineItems } from './examine-items.ts'
import { shownOrphans, toReindex, type Examination, type Finding } from './finding.ts'
import { everyItem } from './item-walk.ts'

type ContentExamination = Pick<Examination, 'context' | 'onFinding' | 'onProgress'>

export async function examineContent(examination: ContentExamination): Promise<void> {
  const { context, onFinding, onProgress } = examination
  const findings = everyItem(context, examineBatch, { onProgress })
  for await (const { result } of findings) result.forEach(onFinding)
  await examineOrphans(examination)
  await examineCounts(examination)
}

async function examineBatch(
  tx: ReadTransaction,
  schema: Schema,
  items: readonly Item[],
): Promise<Finding[]> {
  const missing = items.flatMap((item) =>
    missingDefinitions(schema, item).map((what): Finding => {
      const advice = `Delete it with octavo content delete ${item.id}, or restore a backup.`
      return { kind: 'problem', what: `Item ${item.id}: ${what}`, advice }
    }),
  )
  const faults = await examineItems(tx, schema, items)
  return [
    ...missing,
    ...faults.map(({ item, reasons }) => toReindex(`Item ${item.id}: ${reasons.join('; ')}`)),
  ]
}

function missingDefinitions(schema: Schema, item: Item): string[] {
  if (item.deletedAt !== null) return []
  const faults: string[] = []
  if (!schema.modelById.has(item.modelId)) faults.push(`model ${item.modelId} does not exist`)
  if (!schema.spaceById.has(item.spaceId)) faults.push(`space ${item.spaceId} does not exist`)
  for (const id of item.languages.keys()) {
    if (!schema.languageById.has(id)) faults.push(`language ${id} does not exist`)
  }
  return faults
}

async function examineCounts({ context, onFinding }: ContentExamination): Promise<void> {
  const wrong = await context.store.read((tx) => tx.derived.miscounts())
  if (wrong === 0) return
  onFinding(toReindex(`Wrong totals of lists: ${wrong} counts`))
}

async function examineOrphans({ context, onFinding }: ContentExamination): Promise<void> {
  const orphans = await context.store.read((tx) => tx.derived.orphans(shownOrphans))
  for (const { table, itemId } of orphans) {
    const owner = itemId === 0 ? 'unused documents' : `deleted item ${itemId}`
    onFinding(toReindex(`Table ${table}: orphaned rows of ${owner}`))
  }
}
