/** A plain model of items, releases and schedules: what each command changes, and what readers see. */

export const langs = ['en', 'ja'] as const
export type Lang = (typeof langs)[number]
export type Action = 'publish' | 'unpublish' | 'delete'

interface Text {
  title: string
  /** Index of another item; null for none. */
  to: number | null
}

interface Language {
  draft: Text | null
  published: Text | null
  /** When the published data was written. */
  at: number
}

export interface ModelItem {
  languages: Map<Lang, Language>
  isDeleted: boolean
}

interface Entry {
  item: number
  lang: Lang | null
  action: Action
  copy: Text | null
  base: number
  before: Language | null
}

interface ModelRelease {
  entries: Entry[]
  publishedAt: number | null
  dueAt: number | null
}

interface ModelSchedule {
  item: number
  lang: Lang
  action: 'publish' | 'unpublish'
  copy: Text | null
  at: number
}

/** What happens to an item: in all languages it is deleted, otherwise published or unpublished. */
type Step = Pick<Entry, 'item' | 'lang' | 'copy'>

const same = (a: Text | null, b: Text | null): boolean => JSON.stringify(a) === JSON.stringify(b)

export class ReleaseModel {
  items: ModelItem[] = []
  releases = new Map<string, ModelRelease>()
  schedules: ModelSchedule[] = []

  create(title: string): void {
    const draft = { title, to: null }
    this.items.push({
      languages: new Map([['en', { draft, published: null, at: 0 }]]),
      isDeleted: false,
    })
  }

  edit(item: number, lang: Lang, text: Text): boolean {
    const found = this.items[item]
    const isTargetGone = text.to !== null && this.items[text.to]?.isDeleted === true
    if (!found || found.isDeleted || isTargetGone) return false
    const language = found.languages.get(lang) ?? { draft: null, published: null, at: 0 }
    found.languages.set(lang, { ...language, draft: text })
    return true
  }

  publish(item: number, now: number): boolean {
    const found = this.items[item]
    const drafts = [...(found?.languages ?? [])].filter(([, { draft }]) => draft)
    if (!found || found.isDeleted || drafts.length === 0) return false
    if (drafts.some(([, { draft }]) => draft?.title === '')) return false
    for (const [lang, { draft }] of drafts) {
      found.languages.set(lang, { draft: null, published: draft, at: now })
    }
    return true
  }

  /** PUT of a draft that names only the main language. */
  replace(item: number, title: string): boolean {
    if (!this.edit(item, 'en', { title, to: null })) return false
    const languages = this.items[item]?.languages
    const japanese = languages?.get('ja')
    if (japanese?.published) languages?.set('ja', { ...japanese, draft: null })
    else this.removeLanguage(item)
    return true
  }

  /** A removed language comes back neither by a schedule nor by a release that is not published. */
  removeLanguage(item: number): boolean {
    const found = this.items[item]
    if (!found || found.isDeleted || !found.languages.delete('ja')) return false
    const isGone = (one: { item: number; lang: Lang | null }): boolean =>
      one.item === item && one.lang === 'ja'
    this.schedules = this.schedules.filter((one) => !isGone(one))
    for (const release of this.releases.values()) {
      if (release.publishedAt === null) {
        release.entries = release.entries.filter((one) => !isGone(one))
      }
    }
    return true
  }

  delete(item: number): boolean {
    const found = this.items[item]
    if (!found || found.isDeleted) return false
    found.isDeleted = true
    return true
  }

  add(luid: string, item: number, lang: Lang | null, action: Action): boolean {
    const release = this.#open(luid)
    const found = this.items[item]
    if (!release || !found || found.isDeleted || (action === 'delete' && lang)) return false
    const entries = this.#entriesOf(item, found, lang, action)
    if (entries.length === 0) return false
    release.entries = release.entries.filter(
      (one) =>
        one.item !== item ||
        (action !== 'delete' && one.lang !== null && !entries.some((own) => own.lang === one.lang)),
    )
    release.entries.push(...entries)
    return true
  }

  #entriesOf(item: number, found: ModelItem, only: Lang | null, action: Action): Entry[] {
    const times = [...found.languages.values()].map(({ at }) => at)
    const whole = {
      item,
      lang: null,
      action,
      copy: null,
      base: Math.max(0, ...times),
      before: null,
    }
    if (action === 'delete') return [whole]
    return [...found.languages].flatMap(([lang, { draft, published, at }]) => {
      const copy = action === 'publish' ? draft : null
      const isMeant = only === null || only === lang
      const applies = action === 'publish' ? draft !== null : published !== null
      return isMeant && applies ? [{ item, lang, action, copy, base: at, before: null }] : []
    })
  }

  remove(luid: string, item: number): boolean {
    const release = this.#open(luid)
    if (!release?.entries.some((one) => one.item === item)) return false
    release.entries = release.entries.filter((one) => one.item !== item)
    return true
  }

  #open(luid: string): ModelRelease | undefined {
    const release = this.releases.get(luid)
    return release?.publishedAt === null ? release : undefined
  }

  #publishable(luid: string, isOverwriting: boolean): ModelRelease | undefined {
    const release = this.#open(luid)
    if (!release || release.entries.length === 0) return undefined
    const isBroken = release.entries.some(({ item, action, copy }) => {
      const isGone = this.items[item]?.isDeleted === true
      return action !== 'delete' && (isGone || copy?.title === '')
    })
    const hasConflict = release.entries.some((entry) => this.#isConflict(luid, entry))
    return isBroken || (hasConflict && !isOverwriting) ? undefined : release
  }

  planRelease(luid: string, isOverwriting: boolean, at: number): boolean {
    const release = this.#publishable(luid, isOverwriting)
    if (release) release.dueAt = at
    return release !== undefined
  }

  cancelRelease(luid: string): boolean {
    const release = this.releases.get(luid)
    if (!release || release.dueAt === null) return false
    release.dueAt = null
    return true
  }

  schedule(item: number, only: Lang | null, action: 'publish' | 'unpublish', at: number): boolean {
    const found = this.items[item]
    if (!found || found.isDeleted) return false
    const own = this.schedules.filter((one) => one.item === item)
    const planned = [...found.languages].flatMap(
      ([lang, { draft, published }]): ModelSchedule[] => {
        if (only !== null && only !== lang) return []
        if (action === 'publish') return draft ? [{ item, lang, action, copy: draft, at }] : []
        const isPlanned = own.some((one) => one.lang === lang && one.action === 'publish')
        return published || isPlanned ? [{ item, lang, action, copy: null, at }] : []
      },
    )
    const isReplaced = (one: ModelSchedule): boolean =>
      planned.some(({ lang }) => one.item === item && one.lang === lang && one.action === action)
    const next = [...this.schedules.filter((one) => !isReplaced(one)), ...planned]
    const isBackwards = next.some(
      (one) =>
        one.item === item &&
        one.action === 'publish' &&
        next.some(
          (other) =>
            other.item === item &&
            other.lang === one.lang &&
            other.action === 'unpublish' &&
            other.at <= one.at,
        ),
    )
    const isBroken = planned.some(({ copy }) => copy?.title === '')
    if (planned.length === 0 || isBackwards || isBroken) return false
    this.schedules = next
    return true
  }

  unschedule(item: number): boolean {
    const rest = this.schedules.filter((one) => one.item !== item)
    const isChanged = rest.length < this.schedules.length
    this.schedules = rest
    return isChanged
  }

  publishRelease(luid: string, isOverwriting: boolean, now: number): boolean {
    const release = this.#publishable(luid, isOverwriting)
    if (!release) return false
    release.dueAt = null
    for (const entry of release.entries) {
      const found = this.items[entry.item]
      if (!found) continue
      if (entry.lang === null) {
        found.isDeleted = true
        continue
      }
      const before = found.languages.get(entry.lang) ?? { draft: null, published: null, at: 0 }
      entry.before = before
      const { draft, published } = before
      if (entry.copy) {
        const rest = same(draft, entry.copy) ? null : draft
        found.languages.set(entry.lang, { draft: rest, published: entry.copy, at: now })
      } else if (published) {
        found.languages.set(entry.lang, { draft: draft ?? published, published: null, at: 0 })
      }
    }
    release.publishedAt = now
    return true
  }

  #isConflict(luid: string, { item, lang, copy, base }: Entry): boolean {
    const found = this.items[item]
    const times = [...(found?.languages ?? [])].map(([one, { at }]) =>
      lang === null || lang === one ? at : 0,
    )
    const at = Math.max(0, ...times)
    if (at === 0 || at === base) return false
    const published = (lang && found?.languages.get(lang)?.published) ?? null
    if (copy && same(copy, published)) return false
    return ![...this.releases].some(
      ([name, other]) =>
        name !== luid &&
        other.publishedAt === at &&
        other.entries.some((one) => one.item === item && (lang === null || one.lang === lang)),
    )
  }

  undo(luid: string): boolean {
    const release = this.releases.get(luid)
    const at = release?.publishedAt
    if (!release || at === null || at === undefined) return false
    const isChanged = release.entries.some(({ item, lang, action }) => {
      const found = this.items[item]
      if (lang === null || !found) return found?.isDeleted !== true
      const language = found.languages.get(lang)
      if (found.isDeleted) return true
      return action === 'publish' ? language?.at !== at : language?.published !== null
    })
    if (isChanged) return false
    for (const entry of release.entries) {
      const found = this.items[entry.item]
      if (!found) continue
      if (entry.lang === null) found.isDeleted = false
      const language = entry.lang && found.languages.get(entry.lang)
      if (!language || !entry.lang || !entry.before) continue
      const { published, at: time } = entry.before
      const next = language.draft ?? language.published
      const draft = published && same(next, published) ? null : next
      found.languages.set(entry.lang, { draft, published, at: time })
      entry.before = null
    }
    for (const entry of release.entries) {
      const found = this.items[entry.item]
      const times = [...(found?.languages ?? [])].map(([one, language]) =>
        entry.lang === null || entry.lang === one ? language.at : 0,
      )
      entry.base = Math.max(0, ...times)
    }
    release.publishedAt = null
    return true
  }

  /** What each item shows in a language, by index, as if these releases were published. */
  shown(lang: Lang, view: 'draft' | 'published', luids: readonly string[] = []): (Text | null)[] {
    const open = luids.flatMap((luid) => this.#open(luid) ?? [])
    return this.#after(
      open.flatMap(({ entries }) => entries),
      lang,
      view,
    )
  }

  /** What readers of a language will see at a time. Schedules come before releases of the same time. */
  shownAt(lang: Lang, time: number): (Text | null)[] {
    const releases = [...this.releases.values()].flatMap(({ entries, dueAt }) =>
      dueAt === null ? [] : entries.map((entry) => ({ ...entry, at: dueAt })),
    )
    const due = [...this.schedules, ...releases].filter(({ at }) => at <= time)
    return this.#after(
      due.toSorted((one, other) => one.at - other.at),
      lang,
      'published',
    )
  }

  #after(steps: readonly Step[], lang: Lang, view: 'draft' | 'published'): (Text | null)[] {
    const copies = this.items.map(({ languages, isDeleted }) => ({
      isDeleted,
      languages: new Map(languages),
    }))
    for (const { item, lang: own, copy } of steps) {
      const found = copies[item]
      if (!found || found.isDeleted) continue
      if (own === null) found.isDeleted = true
      else if (copy) found.languages.set(own, { draft: null, published: copy, at: 0 })
      else if (found.languages.get(own)?.published) found.languages.delete(own)
    }
    return copies.map(({ languages, isDeleted }) => {
      const language = languages.get(lang)
      if (isDeleted || !language) return null
      return view === 'draft' ? (language.draft ?? language.published) : language.published
    })
  }
}
