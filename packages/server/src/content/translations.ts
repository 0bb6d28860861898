/** Whether translations are older than the text that they translate. */
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Item, ItemLanguage } from '../store/records.ts'
import type { RevisionHead } from '../store/revisions.ts'
import type { ContentContext } from './context.ts'
import { itemOfRoot } from './load.ts'
import { recordFirst, textTimeOf } from './revisions/record.ts'
import { requireActive } from './schedules/apply-copies.ts'

export interface TranslationAge {
  languageId: number
  /** The last change of its text, or when a user found it up to date. */
  madeAt: number
  isOutdated: boolean
}

/**
 * The translations of an item. One is outdated if the text of the main language has changed after the last
 * change of its own. Publishing and fields that are not translated do not count.
 */
export function translationsOf(
  schema: Schema,
  { languages }: Item,
  heads: readonly RevisionHead[],
): TranslationAge[] {
  const mainId = schema.mainLanguage.id
  const timeOf = (languageId: number): number | undefined => {
    const head = heads.find((one) => one.languageId === languageId)
    const data = dataOf(languages.get(languageId))
    if (!data) return undefined
    return head ? textTimeOf(head) : data.updatedAt
  }
  const original = timeOf(mainId) ?? -Infinity
  return schema.root.languages.flatMap(({ id }) => {
    const madeAt = id === mainId ? undefined : timeOf(id)
    return madeAt === undefined ? [] : [{ languageId: id, madeAt, isOutdated: original > madeAt }]
  })
}

function dataOf(language: ItemLanguage | undefined) {
  return language?.draft ?? language?.published
}

interface Confirmation {
  rootId: number
  actor: string
  id: number
  languageId: number
  /** Throws if the item may not be changed. */
  checkBefore?(item: Item, schema: Schema): void
}

/**
 * Marks a translation as up to date; returns false if it already is. Nothing that readers see changes: the
 * audit entry has no scopes.
 */
export function confirmTranslation(
  context: ContentContext,
  { rootId, actor, id, languageId, checkBefore }: Confirmation,
): Promise<boolean> {
  return context.store.write(async (tx) => {
    const schema = await context.schemas.forWriting(tx, rootId)
    const item = await itemOfRoot(tx, rootId, id)
    checkBefore?.(item, schema)
    requireActive(item)
    const heads = (await recordFirst(tx, [item])).get(id) ?? []
    const translation = translationsOf(schema, item, heads).find(
      (one) => one.languageId === languageId,
    )
    const head = heads.find((one) => one.languageId === languageId)
    if (!translation || !head)
      throw new Refusal('badRequest', [problemAt('language', say('noTranslation'))])
    if (!translation.isOutdated) return false
    const at = context.now()
    await tx.revisions.saveHeads([{ ...head, textAt: at }])
    const entry = { at, rootId, subjectId: id, modelId: item.modelId, actor }
    await tx.changes.append([{ ...entry, action: 'confirm translation', kind: 'item', scopes: [] }])
    return true
  })
}
