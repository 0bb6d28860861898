/**
 * A reference model of content: objects in memory, written from the specification and independent of the
 * server code. Generated histories of commands must produce the same entries in it and in a store.
 */

export type Values = { [name: string]: unknown }

interface Data {
  values: Values
  at: number
}

interface LanguageState {
  draft?: Data | undefined
  published?: Data | undefined
  first?: number | undefined
  last?: number | undefined
}

export interface ModelItem {
  id: number
  model: 'article' | 'author'
  space: string
  created: number
  isArchived: boolean
  isTrashed: boolean
  languages: { [language: string]: LanguageState }
}

/** The schema at this point of the history. LUIDs do not matter here. */
export interface ModelSchema {
  titleField: 'title' | 'body'
  isBodyTranslatable: boolean
}

export interface ModelEntry {
  item: number
  language: string
  view: string
  status: string
  title: string
  updatedAt: number
  publishedAt: number | null
  lastPublishedAt: number | null
  values: Values
  visibleIn: string[]
}

export class Refused extends Error {}

const main = 'en'

export function write(
  item: ModelItem,
  kind: 'put' | 'patch',
  toPublished: boolean,
  input: { [language: string]: Values },
  now: number,
): void {
  for (const [language, fields] of Object.entries(input)) {
    const state = (item.languages[language] ??= {})
    const base = toPublished ? (state.published ?? state.draft) : (state.draft ?? state.published)
    const values = kind === 'put' ? withoutNulls(fields) : merge(base?.values ?? {}, fields)
    if (!toPublished) state.draft = { values, at: now }
    else {
      const keepsDraft = kind === 'patch' && state.published
      if (!keepsDraft) state.draft = undefined
      setPublished(state, values, now)
    }
  }
  if (kind !== 'put') return
  for (const [language, state] of Object.entries(item.languages)) {
    if (language in input) continue
    if (toPublished) state.published = undefined
    else state.draft = undefined
  }
}

export function publish(item: ModelItem, language: string | null, now: number): void {
  change(item, language, (state) => {
    if (!state.draft) return false
    setPublished(state, state.draft.values, now)
    state.draft = undefined
    return true
  })
}

export function unpublish(item: ModelItem, language: string | null): void {
  change(item, language, (state) => {
    if (!state.published) return false
    state.draft ??= state.published
    state.published = undefined
    return true
  })
}

export function discardDraft(item: ModelItem, language: string | null): void {
  change(item, language, (state) => {
    if (!state.draft || !state.published) return false
    state.draft = undefined
    return true
  })
}

export function removeLanguage(item: ModelItem, language: string | null): void {
  const own = item.languages[language ?? '']
  const hasData = (state: LanguageState | undefined): boolean =>
    state?.draft !== undefined || state?.published !== undefined
  const others = Object.values(item.languages).filter((state) => state !== own)
  if (language === null || language === main || !hasData(own) || !others.some(hasData)) {
    throw new Refused()
  }
  change(item, language, (state) => {
    state.draft = undefined
    state.published = undefined
    return true
  })
}

export function addDraft(
  item: ModelItem,
  input: { [language: string]: Values },
  now: number,
): void {
  const states = Object.values(item.languages)
  if (states.some((state) => state.draft)) throw new Refused()
  for (const state of states) {
    if (state.published) state.draft = { values: state.published.values, at: now }
  }
  for (const [language, fields] of Object.entries(input)) {
    const state = (item.languages[language] ??= {})
    state.draft = { values: merge(state.draft?.values ?? {}, fields), at: now }
  }
}

export function copy(item: ModelItem, id: number, now: number): ModelItem {
  const languages: ModelItem['languages'] = {}
  for (const [language, state] of Object.entries(item.languages)) {
    const data = state.draft ?? state.published
    if (data) languages[language] = { draft: { values: structuredClone(data.values), at: now } }
  }
  return { ...item, id, created: now, languages }
}

/** The entries of these items for each kind of key. */
export function entriesOf(items: Iterable<ModelItem>, schema: ModelSchema): ModelEntry[] {
  return [...items]
    .filter((item) => !item.isArchived && !item.isTrashed)
    .flatMap((item) => ['published', 'draft'].flatMap((view) => inView(item, view, schema)))
}

function inView(item: ModelItem, view: string, schema: ModelSchema): ModelEntry[] {
  const dataOf = (language: string): Data | undefined => {
    const state = item.languages[language]
    return view === 'draft' ? (state?.draft ?? state?.published) : state?.published
  }
  const visibleIn = Object.keys(item.languages)
    .filter((language) => dataOf(language))
    .toSorted()
  return visibleIn.map((language) => {
    const state = item.languages[language] ?? {}
    const data = dataOf(language) ?? { values: {}, at: 0 }
    const values =
      language === main ? data.values : translated(data.values, dataOf(main)?.values ?? {}, schema)
    const title = values[item.model === 'author' ? 'name' : schema.titleField]
    return {
      item: item.id,
      language,
      view,
      status: view === 'published' ? 'published' : statusOf(state),
      title: typeof title === 'string' ? title : '',
      updatedAt: data.at,
      publishedAt: state.first ?? null,
      lastPublishedAt: state.last ?? null,
      values,
      visibleIn,
    }
  })
}

/** `slug`, `seo.robots` and sometimes `body` are shared by all languages. */
function translated(own: Values, mainValues: Values, schema: ModelSchema): Values {
  const shared = schema.isBodyTranslatable ? ['slug'] : ['slug', 'body']
  const values = { ...own }
  for (const name of shared) setOrDelete(values, name, mainValues[name])
  const seo = { ...(own['seo'] as Values | undefined) }
  setOrDelete(seo, 'robots', (mainValues['seo'] as Values | undefined)?.['robots'])
  setOrDelete(values, 'seo', Object.keys(seo).length > 0 ? seo : undefined)
  return values
}

function statusOf(state: LanguageState): string {
  if (!state.draft) return 'published'
  return state.published ? 'published_draft' : 'draft'
}

function setPublished(state: LanguageState, values: Values, now: number): void {
  state.published = { values, at: now }
  state.first ??= now
  state.last = now
}

function change(
  item: ModelItem,
  language: string | null,
  apply: (state: LanguageState) => boolean,
): void {
  const states =
    language === null ? Object.values(item.languages) : [item.languages[language] ?? {}]
  if (states.map(apply).every((isChanged) => !isChanged)) throw new Refused()
}

function merge(before: Values, patch: Values): Values {
  const values = structuredClone(before)
  for (const [name, value] of Object.entries(patch)) {
    if (name !== 'seo' || value === null)
      setOrDelete(values, name, isEmpty(value) ? undefined : value)
    else {
      const seo = withoutNulls({ ...(values['seo'] as Values | undefined), ...(value as Values) })
      setOrDelete(values, 'seo', isEmpty(seo) ? undefined : seo)
    }
  }
  return values
}

function withoutNulls(values: Values): Values {
  const kept = Object.entries(values).map(([name, value]) =>
    name === 'seo' && value !== null ? [name, withoutNulls(value as Values)] : [name, value],
  )
  return Object.fromEntries(kept.filter(([, value]) => !isEmpty(value))) as Values
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function setOrDelete(values: Values, name: string, value: unknown): void {
  if (value === undefined) delete values[name]
  else values[name] = value
}
