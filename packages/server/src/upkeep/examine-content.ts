import type { Schema } from '@octavo/schema/schema.ts'
import type { Item } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'
import { examineItems } from './examine-items.ts'
import { reindexAdvice, shownOrphans, type Examination, type Finding } from './finding.ts'

const batchSize = 200

type ContentExamination = Pick<Examination, 'context' | 'onFinding' | 'onProgress'>

export async function examineContent(examination: ContentExamination): Promise<void> {
  const { context, onProgress } = examination
  const roots = await context.store.read((tx) => tx.roots.list())
  let total = 0
  for (const { id } of roots) {
    total += await context.store.read((tx) => tx.items.count({ rootId: id }))
  }
  let done = 0
  for (const { id: rootId } of roots) {
    for (let lastId: number | undefined = 0; lastId !== undefined;) {
      const after: number = lastId
      const items = await context.store.read(async (tx) => {
        const schema = await context.schemas.in(tx, rootId)
        const found = await tx.items.after({ rootId }, after, batchSize)
        await examineBatch(tx, schema, found, examination.onFinding)
        return found
      })
      done += items.length
      lastId = items.at(-1)?.id
      onProgress?.(done, total)
    }
  }
  await examineOrphans(examination)
  await examineCounts(examination)
}

async function examineBatch(
  tx: ReadTransaction,
  schema: Schema,
  items: readonly Item[],
  onFinding: (finding: Finding) => void,
): Promise<void> {
  for (const item of items) {
    for (const what of missingDefinitions(schema, item)) {
      const advice = `Delete it with octavo content delete ${item.id}, or restore a backup.`
      onFinding({ kind: 'problem', what: `Item ${item.id}: ${what}`, advice })
    }
  }
  for (const { item, reasons } of await examineItems(tx, schema, items)) {
    const what = `Item ${item.id}: ${reasons.join('; ')}`
    onFinding({ kind: 'problem', what, advice: reindexAdvice })
  }
}

function missingDefinitions(schema: Schema, item: Item): string[] {
  if (item.deletedAt !== null) return []
  const faults: string[] = []
  if (!schema.modelById.has(item.modelId)) faults.push(`its model ${item.modelId} is gone`)
  if (!schema.spaceById.has(item.spaceId)) faults.push(`its space ${item.spaceId} is gone`)
  for (const id of item.languages.keys()) {
    if (!schema.languageById.has(id)) faults.push(`its language ${id} is gone`)
  }
  return faults
}

async function examineCounts({ context, onFinding }: ContentExamination): Promise<void> {
  const wrong = await context.store.read((tx) => tx.derived.miscounts())
  if (wrong === 0) return
  const what = `Totals of lists are wrong: ${wrong} counts are not what they should be`
  onFinding({ kind: 'problem', what, advice: reindexAdvice })
}

async function examineOrphans({ context, onFinding }: ContentExamination): Promise<void> {
  const orphans = await context.store.read((tx) => tx.derived.orphans(shownOrphans))
  for (const { table, itemId } of orphans) {
    const owner = itemId === 0 ? 'documents that no item shows' : `item ${itemId}, which is gone`
    const what = `Table ${table} has rows of ${owner}`
    onFinding({ kind: 'problem', what, advice: reindexAdvice })
  }
}
