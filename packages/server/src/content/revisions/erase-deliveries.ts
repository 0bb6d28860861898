import type { Schema } from '@octavo/schema/schema.ts'
import { changedJson } from '../../events/recorded-urls.ts'
import { nextTurn } from '../../scheduling/turns.ts'
import type { WriteTransaction } from '../../store/store.ts'

interface ErasedItem {
  id: number
  /** Null for all values. */
  fieldIds: readonly number[] | null
  /** Null for all languages. */
  languageId: number | null
}

type Rendered = Record<string, unknown> | null

interface EventData {
  model: string
  lang: string
  item: Rendered
  previous: Rendered
}

/** Removes values from the events of an item that are stored for webhooks, and from the log of deliveries. */
export async function eraseFromDeliveries(
  tx: WriteTransaction,
  schema: Schema,
  { id, fieldIds, languageId }: ErasedItem,
): Promise<void> {
  const rootId = schema.root.id
  const retired = await tx.revisions.retiredFields(rootId)
  const luids = fieldIds?.map(
    (fieldId) =>
      schema.fieldById.get(fieldId)?.luid ?? retired.find((one) => one.fieldId === fieldId)?.luid,
  )
  const key = languageId === null ? null : schema.languageById.get(languageId)?.key
  const isErased = (luid: string, model: string): boolean => {
    const titleId = schema.modelByLuid.get(model)?.titleFieldId ?? 0
    if (luid === '_title') return fieldIds?.includes(titleId) ?? true
    return !luid.startsWith('_') && (luids?.includes(luid) ?? true)
  }
  const withoutValues = (item: Rendered, model: string): Rendered =>
    item && Object.fromEntries(Object.entries(item).filter(([luid]) => !isErased(luid, model)))
  const erased = (data: EventData): EventData | undefined => {
    if (key !== null && data.lang !== key) return undefined
    const item = withoutValues(data.item, data.model)
    return { ...data, item, previous: withoutValues(data.previous, data.model) }
  }
  let after: number | undefined = 0
  while (after !== undefined) {
    const { event, lastId } = await tx.webhooks.nextEventOf(rootId, `item ${id}`, after)
    const data = event && changedJson(event.data, erased)
    if (event && data !== undefined) await tx.webhooks.replaceData({ id: event.id, data })
    after = lastId
    await nextTurn('long')
  }
}
