import type { Client } from '@octavo/client'
import { mainLanguage, type Language } from '../i18n.ts'
import type { Schema } from '../octavo.ts'

/**
 * Lists fall back to the main language without marking these items. Returns the items that have data in
 * the language; pages mark the others as text in the main language.
 */
export async function inOwnLanguage(
  client: Client<Schema>,
  lang: Language,
  items: readonly { _id: number }[],
): Promise<Set<number>> {
  const ids = items.map(({ _id }) => _id)
  if (lang === mainLanguage || ids.length === 0) return new Set(ids)
  const { data } = await client.list({ lang, where: { _id: { in: ids } }, select: { _id: true } })
  return new Set(data.map(({ _id }) => _id))
}
