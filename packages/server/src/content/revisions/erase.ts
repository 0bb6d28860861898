/** Erases values for good: personal data that must not stay in drafts and revisions. */
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { inBatches } from '../../scheduling/batches.ts'
import { nextTurn } from '../../scheduling/turns.ts'
import type { StoredValues } from '../../fields/field-type.ts'
import type { Item, StageData } from '../../store/records.ts'
import type { WriteTransaction } from '../../store/store.ts'
import type { ContentContext } from '../context.ts'
import { itemOfRoot } from '../load.ts'
import { saveItems } from '../save.ts'
import { eraseFromDeliveries } from './erase-deliveries.ts'
import { rewriteGroup } from './rewrite.ts'

export interface EraseRequest {
  rootId: number
  actor: string
  id: number
  /** Ids of current or removed fields; null for all values. */
  fieldIds: readonly number[] | null
  /** Null for all languages. */
  languageId: number | null
}

interface ErasedItem extends EraseRequest {
  modelId: number
}

/** Removes values of an item from a place that stores copies, in the same transaction. */
type Eraser = (tx: WriteTransaction, schema: Schema, item: ErasedItem) => Promise<void>

/** Every place that stores copies of values. A new one needs an entry here. */
const erasers: readonly Eraser[] = [
  eraseFromRevisions,
  eraseFromSchedules,
  eraseFromReleases,
  eraseFromDeliveries,
  (tx, _schema, { id }) => tx.undos.remove(id),
]

/** Published data does not change: it has to be published without the value, or unpublished, before. */
export function eraseValues(context: ContentContext, request: EraseRequest): Promise<void> {
  return context.store.write(async (tx) => {
    const schema = await context.schemas.forWriting(tx, request.rootId)
    const before = await itemOfRoot(tx, request.rootId, request.id)
    requireUnpublished(schema, before, request)
    const at = context.now()
    const languages = new Map(before.languages)
    for (const [id, language] of before.languages) {
      if (!language.draft || !isLanguage(request, id)) continue
      const draft = { values: withoutValues(language.draft.values, request), updatedAt: at }
      languages.set(id, { ...language, draft })
    }
    const entry = { actor: request.actor, action: 'erase', at, isNew: false, before: [before] }
    await saveItems(tx, schema, [{ ...before, languages }], entry)
    for (const erase of erasers) await erase(tx, schema, { ...request, modelId: before.modelId })
  })
}

function requireUnpublished(schema: Schema, item: Item, request: EraseRequest): void {
  const keys = Array.from(item.languages).flatMap(([id, { published }]) => {
    const isHeld =
      published !== null &&
      isLanguage(request, id) &&
      Object.keys(published.values).some((fieldId) => isErased(request, fieldId))
    return isHeld ? [schema.languageById.get(id)?.key ?? ''] : []
  })
  if (keys.length === 0) return
  const problem = say('stillPublished', { languages: keys.join(', ') })
  throw new Refusal('badRequest', [problemAt('fields', problem)])
}

async function eraseFromRevisions(
  tx: WriteTransaction,
  _schema: Schema,
  request: EraseRequest,
): Promise<void> {
  for (const group of await tx.revisions.groups(request.id)) {
    if (!isLanguage(request, group.languageId)) continue
    await rewriteGroup(tx, group, (_, values) => withoutValues(values, request))
    // The embedded database never yields, so let other requests run.
    await nextTurn('long')
  }
}

/** Schedules hold copies of drafts. */
async function eraseFromSchedules(
  tx: WriteTransaction,
  _schema: Schema,
  request: EraseRequest,
): Promise<void> {
  const schedules = (await tx.schedules.ofItems([request.id])).flatMap((schedule) => {
    const { copy, languageId } = schedule
    if (!copy || !isLanguage(request, languageId)) return []
    return [{ ...schedule, copy: { ...copy, values: withoutValues(copy.values, request) } }]
  })
  await tx.schedules.save(schedules)
}

/** Releases hold copies of drafts, and of what was public before they were published. */
async function eraseFromReleases(
  tx: WriteTransaction,
  _schema: Schema,
  request: EraseRequest,
): Promise<void> {
  const erased = (data: StageData | null): StageData | null =>
    data && { ...data, values: withoutValues(data.values, request) }
  const entries = (await tx.releases.ofItems([request.id])).filter(({ languageId }) =>
    isLanguage(request, languageId),
  )
  const [stamp = 0] = await tx.ids.allocate('document', 1)
  await inBatches(entries, (some) =>
    tx.releases.saveEntries(
      some.map((entry) => ({
        ...entry,
        stamp,
        copy: erased(entry.copy),
        previous: entry.previous && {
          ...entry.previous,
          published: erased(entry.previous.published),
        },
      })),
    ),
  )
}

function isLanguage({ languageId }: EraseRequest, id: number): boolean {
  return languageId === null || languageId === id
}

function isErased({ fieldIds }: EraseRequest, fieldId: string): boolean {
  return fieldIds?.includes(Number(fieldId)) ?? true
}

function withoutValues(values: StoredValues, request: EraseRequest): StoredValues {
  return Object.fromEntries(Object.entries(values).filter(([id]) => !isErased(request, id)))
}
