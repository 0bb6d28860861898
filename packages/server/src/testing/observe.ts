/** Reads the store directly, without the server. */
import { indexSchema } from '@octavo/schema/schema.ts'
import { exportValues } from '../fields/values.ts'
import type { StageData } from '../store/records.ts'
import type { Store } from '../store/store.ts'

export interface ObservedLanguage {
  draft: Record<string, unknown> | null
  published: Record<string, unknown> | null
  publishedAt: number | null
  lastPublishedAt: number | null
}

/** The stored data of an item, with names instead of ids; undefined if it does not exist. */
export async function observeItem(
  store: Store,
  id: number,
): Promise<{ space: string; languages: Record<string, ObservedLanguage> } | undefined> {
  return store.read(async (tx) => {
    const [item] = await tx.items.load([id])
    if (!item || item.deletedAt !== null) return undefined
    const schema = indexSchema(await tx.roots.load(item.rootId))
    const fields = schema.modelById.get(item.modelId)?.fields ?? []
    const valuesOf = (data: StageData | null, isTranslation: boolean) =>
      data && exportValues(data.values, fields, schema, isTranslation)
    const languages = Array.from(item.languages, ([languageId, language]) => {
      const isTranslation = languageId !== schema.mainLanguage.id
      const observed: ObservedLanguage = {
        draft: valuesOf(language.draft, isTranslation),
        published: valuesOf(language.published, isTranslation),
        publishedAt: language.publishedAt,
        lastPublishedAt: language.lastPublishedAt,
      }
      return [schema.languageById.get(languageId)?.key ?? '', observed] as const
    })
    const space = schema.spaceById.get(item.spaceId)?.luid ?? ''
    return { space, languages: Object.fromEntries(languages) }
  })
}

/** All stored data as one text: equal texts mean that nothing has changed. */
export async function observeAll(store: Store): Promise<string> {
  return store.read(async (tx) => {
    const tables: Record<string, unknown> = {}
    for (const name of tx.tables.names) {
      const rows: unknown[] = []
      for await (const batch of tx.tables.scan(name)) rows.push(...batch)
      tables[name] = rows
    }
    return JSON.stringify(tables)
  })
}
