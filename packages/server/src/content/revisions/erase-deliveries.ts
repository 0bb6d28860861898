import type { Schema } from '@octavo/schema/schema.ts'
import type { Field } from '@octavo/schema/definitions.ts'
import { fieldTypeOf } from '../../fields/registry.ts'
import { changedJson } from '../../events/recorded-urls.ts'
import { nextTurn } from '../../scheduling/turns.ts'
import type { WriteTransaction } from '../../store/store.ts'

interface ErasedItem {
  id: number
  modelId: number
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
  { id, modelId, fieldIds, languageId }: ErasedItem,
): Promise<void> {
  const rootId = schema.root.id
  const key = languageId === null ? null : schema.languageById.get(languageId)?.key
  const isMain = languageId === schema.mainLanguage.id
  const { fields = [], titleFieldId = null } = schema.modelById.get(modelId) ?? {}
  const fieldByLuid = new Map(fields.map((field) => [field.luid, field]))
  const isOwn = (lang: string): boolean => key === null || lang === key
  /** Names of fields change, so a name that no field has now may be an earlier one of an erased field. */
  const isErased = (luid: string, lang: string): boolean => {
    if (luid.startsWith('_')) return false
    const field = fieldByLuid.get(luid)
    if (!field) return isOwn(lang) || isMain
    const isSeen = isOwn(lang) || (isMain && isShared(field, schema))
    return isSeen && (fieldIds?.includes(field.id) ?? true)
  }
  const withoutValues = (item: Rendered, lang: string): Rendered => {
    if (!item) return item
    const gone = Object.keys(item).filter((luid) => isErased(luid, lang))
    const isTitleGone =
      (isOwn(lang) && (fieldIds?.includes(titleFieldId ?? 0) ?? true)) ||
      gone.some((luid) => item[luid] === item['_title'])
    if (isTitleGone) gone.push('_title')
    return Object.fromEntries(Object.entries(item).filter(([luid]) => !gone.includes(luid)))
  }
  const erased = (data: EventData): EventData | undefined => {
    if (!isOwn(data.lang) && !isMain) return undefined
    const item = withoutValues(data.item, data.lang)
    return { ...data, item, previous: withoutValues(data.previous, data.lang) }
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

/** Whether all languages show values of the main language in this field, or in a field inside it. */
function isShared(field: Field, schema: Schema): boolean {
  return (
    !field.translatable ||
    (fieldTypeOf(field).nested?.fields(field, schema) ?? []).some((one) => isShared(one, schema))
  )
}
