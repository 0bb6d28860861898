/** Searches all languages for keywords. A list by itself searches only the language that it shows. */
import { mostIds } from '@octavo/schema/admin/contents.ts'
import type { RawQuery } from '../../query/parameters.ts'
import { parseListQuery } from '../../query/parse.ts'
import { withCondition, type Condition, type Selection } from '../../query/tree.ts'
import type { ReadTransaction } from '../../store/store.ts'
import type { RootAccess } from '../api.ts'

export interface Search {
  /** The language of the list. */
  readonly shown: string
  /** The items that contain the keywords, for each language. */
  readonly byLanguage: ReadonlyMap<string, Selection>
}

const searchNames = ['contains', '_title[contains]']
/** The parameters that restrict a search. */
const scopeNames = ['model', 'space']

/** The search of a query; undefined if it has no keywords. */
export function searchIn(root: RootAccess, query: RawQuery): Search | undefined {
  const { schema } = root
  // Reports all problems of the query together.
  parseListQuery({ key: keyOf(root), schema, query })
  const keywords = query.filter(([name]) => searchNames.includes(name))
  const scope = query.filter(([name]) => scopeNames.includes(name))
  const selectionIn = (language: string): Selection =>
    parseListQuery({
      key: keyOf(root),
      schema,
      query: [...keywords, ...scope, ['lang', language]],
    }).query.selection
  if (selectionIn(schema.mainLanguage.key).conditions.length === 0) return undefined
  const lang = query.find(([name]) => name === 'lang')?.[1] ?? ''
  return {
    shown: (schema.languageByKey.get(lang) ?? schema.mainLanguage).key,
    byLanguage: new Map(schema.root.languages.map(({ key }) => [key, selectionIn(key)])),
  }
}

export function withoutSearch(query: RawQuery, search: Search | undefined): RawQuery {
  return search ? query.filter(([name]) => !searchNames.includes(name)) : query
}

/** The items of a list that contain the keywords in its own language, or in another one. */
export async function matchesAnywhere(
  { reading }: ReadTransaction,
  { shown, byLanguage }: Search,
): Promise<readonly Condition[]> {
  const ids = new Set<number>()
  for (const [language, selection] of byLanguage) {
    const limit = mostIds - ids.size
    if (language === shown || limit <= 0) continue
    const { entries } = await reading.page(selection, { limit, offset: 0, hasTotal: false })
    for (const { itemId } of entries) ids.add(itemId)
  }
  const own = byLanguage.get(shown)?.conditions ?? []
  if (ids.size === 0) return own
  const elsewhere: Condition = { kind: 'id', ids: [...ids].toSorted((a, b) => a - b) }
  return [{ kind: 'any', of: [{ kind: 'all', of: own }, elsewhere] }]
}

/** The languages in which these items contain the keywords, by item. */
export async function matchedLanguages(
  { reading }: ReadTransaction,
  search: Search | undefined,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  const matched = new Map<number, string[]>()
  if (!search || ids.length === 0) return matched
  for (const [language, selection] of search.byLanguage) {
    const among = withCondition(selection, { kind: 'id', ids })
    const window = { limit: ids.length, offset: 0, hasTotal: false }
    const { entries } = await reading.page(among, window)
    for (const { itemId } of entries) {
      matched.getOrInsertComputed(itemId, () => []).push(language)
    }
  }
  return matched
}

export function keyOf({ spaceIds }: RootAccess): {
  reads: 'draft'
  spaceIds: number[] | null
} {
  return { reads: 'draft', spaceIds: spaceIds && [...spaceIds] }
}
