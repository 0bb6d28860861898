/**
 * How an item changes: pure rules without storage. Each function returns the changed item. The rules for PUT
 * and PATCH follow the table in docs/decisions/0003-states.md.
 */
import { Refusal } from '@octavo/schema/errors.ts'
import { say, type ProblemCode } from '@octavo/schema/problems.ts'
import type { StoredValues } from '../fields/field-type.ts'
import { storedText } from '../fields/stored-text.ts'
import type { Item, ItemLanguage, Stage, StageData } from '../store/records.ts'

/** New values by language id. */
export type LanguageValues = ReadonlyMap<number, StoredValues>

const noData: ItemLanguage = {
  draft: null,
  published: null,
  publishedAt: null,
  lastPublishedAt: null,
}

export function newItem(
  facts: Pick<Item, 'id' | 'rootId' | 'spaceId' | 'modelId' | 'createdAt'>,
  values: LanguageValues,
  stage: Stage,
): Item {
  const empty: Item = { ...facts, archivedAt: null, deletedAt: null, languages: new Map() }
  return replaced(empty, values, stage, facts.createdAt)
}

/** PUT: replaces the complete stage, so languages that the request does not contain lose that stage. */
export function replaced(item: Item, values: LanguageValues, stage: Stage, now: number): Item {
  const languages = new Map<number, ItemLanguage>()
  for (const id of new Set([...item.languages.keys(), ...values.keys()])) {
    const before = item.languages.get(id) ?? noData
    const next = values.get(id)
    if (!next) languages.set(id, { ...before, [stage]: null })
    else if (stage === 'draft')
      languages.set(id, { ...before, draft: { values: next, updatedAt: now } })
    else languages.set(id, { ...published(before, next, now), draft: null })
  }
  return withLanguages(item, languages)
}

/** The values that a PATCH of this stage is merged into. */
export function patchBase(item: Item, languageId: number, stage: Stage): StoredValues {
  const language = item.languages.get(languageId) ?? noData
  const data =
    stage === 'draft'
      ? (language.draft ?? language.published)
      : (language.published ?? language.draft)
  return data?.values ?? {}
}

/** PATCH: changes only the given languages. A draft next to published data is kept. */
export function patched(item: Item, values: LanguageValues, stage: Stage, now: number): Item {
  const languages = new Map(item.languages)
  for (const [id, next] of values) {
    const before = item.languages.get(id) ?? noData
    if (stage === 'draft') languages.set(id, { ...before, draft: { values: next, updatedAt: now } })
    else {
      const draft = before.published ? before.draft : null
      languages.set(id, { ...published(before, next, now), draft })
    }
  }
  return withLanguages(item, languages)
}

/** Drafts become the published data; without a language, all drafts do. */
export function publish(item: Item, languageId: number | null, now: number): Item {
  return changeLanguages(item, languageId, 'noDraftToPublish', (language) =>
    language.draft
      ? { ...published(language, language.draft.values, now), draft: null }
      : undefined,
  )
}

/**
 * A copy of an earlier draft becomes the published data. A draft that has changed since it was copied
 * stays.
 */
export function publishCopy(item: Item, languageId: number, copy: StageData, now: number): Item {
  const before = item.languages.get(languageId) ?? noData
  const draft = isCopyOf(copy, before.draft) ? null : before.draft
  const languages = new Map(item.languages)
  languages.set(languageId, { ...published(before, copy.values, now), draft })
  return withLanguages(item, languages)
}

/** Whether the draft still has the values of the copy. */
export function isCopyOf(copy: StageData, draft: StageData | null): boolean {
  return draft !== null && storedText(copy.values) === storedText(draft.values)
}

/** Published data becomes a draft, unless there is a newer draft already. */
export function unpublish(item: Item, languageId: number | null): Item {
  return changeLanguages(item, languageId, 'notPublished', (language) =>
    language.published
      ? { ...language, draft: language.draft ?? language.published, published: null }
      : undefined,
  )
}

/** Merges `values` into copies of the published data. Rejects items that have a draft. */
export function addDraft(item: Item, values: LanguageValues, now: number): Item {
  const states = [...item.languages.values()]
  if (states.some((language) => language.draft)) throw new Refusal('badRequest', say('hasDraft'))
  const languages = new Map(item.languages)
  for (const [id, language] of item.languages) {
    if (language.published)
      languages.set(id, { ...language, draft: { ...language.published, updatedAt: now } })
  }
  for (const [id, next] of values) {
    languages.set(id, { ...(languages.get(id) ?? noData), draft: { values: next, updatedAt: now } })
  }
  return withLanguages(item, languages)
}

/** Removes drafts of languages that have published data. */
export function discardDraft(item: Item, languageId: number | null): Item {
  return changeLanguages(item, languageId, 'noDraftToDiscard', (language) =>
    language.draft && language.published ? { ...language, draft: null } : undefined,
  )
}

/** Removes the draft and the published data of a language. Another language must have data. */
export function removeLanguage(item: Item, languageId: number): Item {
  const hasOther = item.languages
    .entries()
    .some(([id, { draft, published: live }]) => id !== languageId && (draft ?? live) !== null)
  if (!hasOther) throw new Refusal('badRequest', say('lastLanguage', { id: item.id }))
  return changeLanguages(item, languageId, 'noLanguageToRemove', (language) =>
    language.draft || language.published
      ? { ...language, draft: null, published: null }
      : undefined,
  )
}

export function archive(item: Item, now: number): Item {
  if (item.archivedAt !== null)
    throw new Refusal('badRequest', say('itemArchivedAlready', { id: item.id }))
  return { ...item, archivedAt: now }
}

export function restoreFromArchive(item: Item): Item {
  if (item.archivedAt === null)
    throw new Refusal('badRequest', say('itemNotArchived', { id: item.id }))
  return { ...item, archivedAt: null }
}

export function trash(item: Item, now: number): Item {
  return { ...item, deletedAt: now }
}

export function restoreFromTrash(item: Item): Item {
  if (item.deletedAt === null)
    throw new Refusal('badRequest', say('itemNotInTrash', { id: item.id }))
  return { ...item, deletedAt: null }
}

/**
 * Creates a draft of all languages, from drafts where they exist. References are copied, publication times
 * are not.
 */
export function duplicate(item: Item, id: number, now: number): Item {
  const languages = new Map<number, ItemLanguage>()
  for (const [languageId, language] of item.languages) {
    const data = language.draft ?? language.published
    if (data)
      languages.set(languageId, {
        ...noData,
        draft: { values: structuredClone(data.values), updatedAt: now },
      })
  }
  return { ...item, id, createdAt: now, archivedAt: null, deletedAt: null, languages }
}

function published(before: ItemLanguage, values: StoredValues, now: number): ItemLanguage {
  return {
    ...before,
    published: { values, updatedAt: now },
    publishedAt: before.publishedAt ?? now,
    lastPublishedAt: now,
  }
}

function changeLanguages(
  item: Item,
  languageId: number | null,
  refusal: ProblemCode,
  change: (language: ItemLanguage) => ItemLanguage | undefined,
): Item {
  const languages = new Map(item.languages)
  let isChanged = false
  for (const [id, language] of item.languages) {
    const next = languageId === null || languageId === id ? change(language) : undefined
    if (!next) continue
    languages.set(id, next)
    isChanged = true
  }
  if (!isChanged) throw new Refusal('badRequest', say(refusal, { id: item.id }))
  return withLanguages(item, languages)
}

/** Removes a language without data, unless the time of its first publication must be kept. */
function withLanguages(item: Item, languages: Map<number, ItemLanguage>): Item {
  const kept = Array.from(languages).filter(
    ([, language]) => language.draft || language.published || language.publishedAt !== null,
  )
  return { ...item, languages: new Map(kept.toSorted(([a], [b]) => a - b)) }
}
