import type { Schema } from '@octavo/schema/schema.ts'
import { nextTurn } from '../../scheduling/turns.ts'
import type { RecordedEvent } from '../../store/webhooks.ts'
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
  const erased = ({ id: eventId, data }: RecordedEvent): { id: number; data: string }[] => {
    const parsed = JSON.parse(data) as EventData
    if (key !== null && parsed.lang !== key) return []
    const item = withoutValues(parsed.item, parsed.model)
    const previous = withoutValues(parsed.previous, parsed.model)
    return [{ id: eventId, data: JSON.stringify({ ...parsed, item, previous }) }]
  }
  let after: number | undefined = 0
  while (after !== undefined) {
    const { events, lastId } = await tx.webhooks.eventsOf(rootId, `item ${id}`, after)
    await tx.webhooks.replaceData(events.flatMap(erased))
    after = lastId
    await nextTurn('long')
  }
}
