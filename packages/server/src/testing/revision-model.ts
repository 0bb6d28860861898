/** Revisions as plain objects in memory, written from the documentation and independent of the server. */
import { isDeepStrictEqual } from 'node:util'

export type Values = { [name: string]: unknown }
type LanguageKey = string

interface LanguageState {
  draft?: Values | undefined
  published?: Values | undefined
}

interface ModelRevision {
  number: number
  kind: 'edit' | 'publish' | 'unpublish' | 'revert'
  language: LanguageKey
  actor: string
  startedAt: number
  at: number
  values: Values
  /** A schema change has edited the item since. */
  isSealed?: boolean
}

export interface ModelItem {
  id: number
  languages: { [language: LanguageKey]: LanguageState }
  /** In the order of their numbers. */
  revisions: ModelRevision[]
  /** When the text of each language changed last. */
  textTimes: { [language: LanguageKey]: number }
}

interface Write {
  actor: string
  at: number
}

const longestPause = 10 * 60_000

export function create(
  id: number,
  stage: 'draft' | 'published',
  given: Values,
  actor: string,
  at: number,
): ModelItem {
  const item: ModelItem = { id, languages: {}, revisions: [], textTimes: { en: at } }
  const values = merged({}, given)
  item.languages['en'] = { [stage]: values }
  add(item, 'en', stage === 'draft' ? 'edit' : 'publish', values, { actor, at })
  return item
}

export function patch(
  item: ModelItem,
  language: LanguageKey,
  stage: 'draft' | 'published',
  given: Values,
  write: Write,
): void {
  const before = item.languages[language] ?? {}
  const shown = before.draft ?? before.published
  if (stage === 'draft') {
    const values = merged(before.draft ?? before.published ?? {}, given)
    edit(item, language, { ...before, draft: values }, write)
    noteText(item, language, shown, write)
    return
  }
  const values = merged(before.published ?? before.draft ?? {}, given)
  const draft = before.published ? before.draft : undefined
  publish(item, language, { draft, published: values }, write)
  noteText(item, language, shown, write)
}

/** Returns false if nothing can be changed. */
export function apply(
  item: ModelItem,
  action: 'publish' | 'unpublish' | 'discard draft',
  only: LanguageKey | null,
  write: Write,
): boolean {
  const keys = ['en', 'ja'].filter((key) => only === null || key === only)
  let isDone = false
  for (const key of keys) {
    const { draft, published } = item.languages[key] ?? {}
    if (action === 'publish' && draft) {
      publish(item, key, { published: draft }, write)
      isDone = true
    } else if (action === 'unpublish' && published) {
      item.languages[key] = { draft: draft ?? published }
      add(item, key, 'unpublish', draft ?? published, write)
      isDone = true
    } else if (action === 'discard draft' && draft && published) {
      item.languages[key] = { published }
      if (!isDeepStrictEqual(draft, published)) add(item, key, 'edit', published, write)
      noteText(item, key, draft, write)
      isDone = true
    }
  }
  return isDone
}

/** Returns false if the item has this content already. */
export function revert(item: ModelItem, number: number, note: string, write: Write): boolean {
  const found = item.revisions.find((revision) => revision.number === number)
  if (!found) throw new Error(`no revision ${number}`)
  const known = ['title', 'body', note]
  const values = Object.fromEntries(
    Object.entries(found.values).filter(([name]) => known.includes(name)),
  )
  const { draft, published } = item.languages[found.language] ?? {}
  if (isDeepStrictEqual(draft ?? published, values)) return false
  item.languages[found.language] = { draft: values, published }
  add(item, found.language, 'revert', values, write)
  noteText(item, found.language, draft ?? published, write)
  return true
}

/** A schema change removes the values from the item, but not from its revisions. */
export function removeNotes(item: ModelItem): void {
  const hasNote = (values: Values = {}): boolean =>
    Object.keys(values).some((name) => name.startsWith('note'))
  const without = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith('note')))
  const isEdited = Object.values(item.languages).some(
    ({ draft, published }) => hasNote(draft) || hasNote(published),
  )
  if (!isEdited) return
  for (const language of Object.values(item.languages)) {
    if (language.draft) language.draft = without(language.draft)
    if (language.published) language.published = without(language.published)
  }
  for (const key of Object.keys(item.languages)) {
    const last = item.revisions.findLast(({ language }) => language === key)
    if (last) last.isSealed = true
  }
}

function publish(item: ModelItem, key: LanguageKey, after: LanguageState, write: Write): void {
  const before = item.languages[key] ?? {}
  item.languages[key] = after
  const isDraftGone = before.draft !== undefined && after.draft === undefined
  const isChanged = !isDeepStrictEqual(before.published, after.published)
  if (isChanged || isDraftGone) add(item, key, 'publish', after.published ?? {}, write)
}

function edit(item: ModelItem, key: LanguageKey, after: LanguageState, write: Write): void {
  const before = item.languages[key] ?? {}
  item.languages[key] = after
  const values = after.draft ?? {}
  if (isDeepStrictEqual(before.draft ?? before.published, values)) return
  const last = item.revisions.findLast(({ language }) => language === key)
  const isSession =
    last?.kind === 'edit' &&
    last.actor === write.actor &&
    !last.isSealed &&
    !isTranslated(item, key) &&
    write.at - last.at < longestPause
  if (isSession) Object.assign(last, { at: write.at, values })
  else add(item, key, 'edit', values, write)
}

/** A revision that a translation was made from stays as it is. */
function isTranslated({ textTimes: { en = 0, ja = -Infinity } }: ModelItem, key: LanguageKey) {
  return key === 'en' && ja >= en
}

function noteText(
  item: ModelItem,
  key: LanguageKey,
  before: Values | undefined,
  { at }: Write,
): void {
  const { draft, published } = item.languages[key] ?? {}
  if (!isDeepStrictEqual(before, draft ?? published)) item.textTimes[key] = at
}

function add(
  item: ModelItem,
  language: LanguageKey,
  kind: ModelRevision['kind'],
  values: Values,
  { actor, at }: Write,
): void {
  const number = item.revisions.length + 1
  item.revisions.push({ number, kind, language, actor, startedAt: at, at, values })
}

/** Null empties a field. */
function merged(before: Values, given: Values): Values {
  const all = { ...before, ...given }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}
