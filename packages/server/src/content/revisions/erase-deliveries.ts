import type { Schema } from '@octavo/schema/schema.ts'
import type { Field } from '@octavo/schema/definitions.ts'
import { fieldTypeOf } from '../../fields/registry.ts'
import { changedJson } from '../../events/recorded-urls.ts'
import { nextTurn } from '../../scheduling/turns.ts'
import { settleAll } from '../../store/settle-all.ts'
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
  tx: Pick<WriteTransaction, 'studio' | 'webhooks'>,
  schema: Schema,
  { id, modelId, fieldIds, languageId }: ErasedItem,
): Promise<void> {
  const rootId = schema.root.id
  const key = languageId === null ? null : schema.languageById.get(languageId)?.key
  const isMain = languageId === schema.mainLanguage.id
  const { fields = [], titleFieldId = null } = schema.modelById.get(modelId) ?? {}
  const fieldByLuid = new Map(fields.map((field) => [field.luid, field]))
  const isOwn = (lang: string): boolean => key === null || lang === key
  /**
   * A name that no field has now may be an earlier one of an erased field. A name that a field has now may be an
   * earlier one of another field: `isCertain` is whether that cannot be.
   */
  const isErased = (luid: string, lang: string, isCertain: boolean): boolean => {
    if (luid.startsWith('_')) return false
    const field = isCertain ? fieldByLuid.get(luid) : undefined
    if (!field) return isOwn(lang) || isMain
    const isSeen = isOwn(lang) || (isMain && isShared(field, schema))
    return isSeen && (fieldIds?.includes(field.id) ?? true)
  }
  const withoutValues = (item: Rendered, lang: string, isCertain: boolean): Rendered => {
    if (!item) return item
    const gone = Object.keys(item).filter((luid) => isErased(luid, lang, isCertain))
    const isTitleGone =
      !isCertain ||
      (isOwn(lang) && (fieldIds?.includes(titleFieldId ?? 0) ?? true)) ||
      gone.some((luid) => item[luid] === item['_title'])
    if (isTitleGone) gone.push('_title')
    return Object.fromEntries(Object.entries(item).filter(([luid]) => !gone.includes(luid)))
  }
  const erased =
    (isCertain: boolean) =>
    (data: EventData): EventData | undefined => {
      const { lang, item, previous } = data
      if (!isOwn(lang) && !isMain) return undefined
      return {
        ...data,
        item: withoutValues(item, lang, isCertain),
        previous: withoutValues(previous, lang, isCertain),
      }
    }
  const certainAfter = await schemaTime(tx, rootId, id)
  let after: number | undefined = 0
  while (after !== undefined) {
    const { ids, lastId } = await tx.webhooks.eventsOf(rootId, `item ${id}`, after)
    // One at a time, because they may be long.
    for (const eventId of ids) {
      const [event] = await tx.webhooks.events([eventId])
      const data = event && changedJson(event.data, erased(event.at > certainAfter))
      if (data !== undefined) await tx.webhooks.replaceData({ id: eventId, data })
      await nextTurn('long')
    }
    after = lastId
    await nextTurn('long')
  }
}

/** Entries of the change log that are read. */
const logPage = 100
/** Times of entries and events come from the clocks of several machines. */
const clockDifference = 60_000

/**
 * Until when the names of fields may have been different: the time of the last change of the schema. Events of
 * changes that are no longer in the log may be older than a change of the schema that is not there either.
 */
async function schemaTime(
  tx: Pick<WriteTransaction, 'studio'>,
  rootId: number,
  itemId: number,
): Promise<number> {
  const [entries, first] = await settleAll(
    tx.studio.auditEntries({ rootId, kind: 'schema', subjectId: rootId }, logPage),
    tx.studio.firstAuditEntry('item', itemId),
  )
  // Without one, the oldest entry: the others are changes of settings.
  const changed =
    entries.find(({ action }) => action === 'apply') ??
    (entries.length === logPage ? entries.at(-1) : undefined)
  const changedAt = changed ? changed.at + clockDifference : 0
  return Math.max(changedAt, (first?.at ?? Infinity) - 1)
}

/** Whether all languages show values of the main language in this field, or in a field inside it. */
function isShared(field: Field, schema: Schema): boolean {
  return (
    !field.translatable ||
    (fieldTypeOf(field).nested?.fields(field, schema) ?? []).some((one) => isShared(one, schema))
  )
}
