/** Holds the state of one item and saves it by itself. One store per open item. */
import type { EditableItem } from '@octavo/schema/admin/items.ts'
import type { Labels } from '@octavo/schema/admin/contents.ts'
import type { Problem } from '@octavo/schema/errors.ts'
import { AdminFailure } from '../../../api/admin.ts'
import { dropBackup, writeBackup, type Backup } from './backup.ts'
import {
  isDirty,
  merged,
  valuesOf,
  withLabels,
  type ByLanguage,
  type DraftState,
  type Values,
} from './draft-state.ts'
import { isSame } from './same.ts'

export interface DraftSource {
  /** Where unsaved edits are kept on this device. */
  backupKey: () => string
  create: (languages: ByLanguage<{ fields: Values }>) => Promise<EditableItem>
  save: (
    id: number,
    languages: ByLanguage<{ fields: Values; expected: string | null }>,
    isKeptAlive: boolean,
  ) => Promise<EditableItem>
}

export type DraftStore = ReturnType<typeof createDraftStore>

const pauseMs = 800
const longestPauseMs = 4000
const retryMs = 3000
const backupMs = 150

export function createDraftStore(
  item: EditableItem | null,
  languages: string[],
  source: DraftSource,
) {
  let state: DraftState = {
    item,
    values: item ? valuesOf(item) : Object.fromEntries(languages.map((key) => [key, {}])),
    dirty: {},
    saveState: 'clean',
    savedAt: null,
    problems: [],
    clashes: [],
    labels: item ?? { items: {}, media: {} },
    epoch: 0,
  }
  const listeners = new Set<() => void>()
  let saveTimer: ReturnType<typeof setTimeout> | undefined
  let backupTimer: ReturnType<typeof setTimeout> | undefined
  let firstChangeAt = 0
  let running: Promise<void> | undefined
  let waitingItem: EditableItem | undefined

  function update(change: Partial<DraftState>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function keepBackup(): void {
    clearTimeout(backupTimer)
    backupTimer = undefined
    if (!isDirty(state)) return dropBackup(source.backupKey())
    writeBackup(source.backupKey(), {
      values: picked(state),
      versions: Object.fromEntries(
        state.item?.languages.map(({ language, version }) => [language, version]) ?? [],
      ),
      at: new Date().toISOString(),
    })
  }

  function set(language: string, luid: string, value: unknown): void {
    const values = { ...state.values, [language]: { ...state.values[language], [luid]: value } }
    const dirty = { ...state.dirty, [language]: new Set(state.dirty[language]).add(luid) }
    const place = `languages.${language}.fields.${luid}`
    const problems = state.problems.filter(({ path }) => !isAt(path, place))
    update({
      values,
      dirty,
      saveState: state.clashes.length > 0 ? 'clash' : 'waiting',
      problems: problems.length === state.problems.length ? state.problems : problems,
    })
    backupTimer ??= setTimeout(keepBackup, backupMs)
    schedule()
  }

  function schedule(): void {
    const now = Date.now()
    if (saveTimer === undefined) firstChangeAt = now
    clearTimeout(saveTimer)
    const wait = Math.max(0, Math.min(pauseMs, firstChangeAt + longestPauseMs - now))
    saveTimer = setTimeout(() => void flush(), wait)
  }

  /** Saves now what is not saved. Resolves when there is nothing left to do or nothing can be done. */
  async function flush(isKeptAlive = false): Promise<void> {
    clearTimeout(saveTimer)
    saveTimer = undefined
    while (running) await running
    if (!isDirty(state) || state.clashes.length > 0) return
    running = saveOnce(isKeptAlive).finally(() => {
      running = undefined
    })
    await running
    if (waitingItem) receive(waitingItem)
    if (isDirty(state) && state.saveState === 'waiting') await flush()
  }

  async function saveOnce(isKeptAlive: boolean): Promise<void> {
    const sent = picked(state)
    // A new item has another one as soon as it is made.
    const key = source.backupKey()
    update({ saveState: 'saving' })
    try {
      const answer = state.item
        ? await source.save(state.item.id, sendable(sent, state.item), isKeptAlive)
        : await source.create(creatable(sent, state))
      settle(sent, answer)
      if (key !== source.backupKey()) dropBackup(key)
    } catch (error) {
      fail(error)
    }
  }

  function settle(sent: ByLanguage<Values>, answer: EditableItem): void {
    const dirty = { ...state.dirty }
    for (const [language, fields] of Object.entries(sent)) {
      const left = [...(dirty[language] ?? [])].filter(
        (luid) => !(luid in fields) || state.values[language]?.[luid] !== fields[luid],
      )
      dirty[language] = new Set(left)
    }
    const next = { ...state, dirty }
    update({
      item: answer,
      dirty,
      labels: withLabels(state.labels, answer),
      savedAt: new Date().toISOString(),
      saveState: isDirty(next) ? 'waiting' : 'clean',
    })
    keepBackup()
  }

  function fail(error: unknown): void {
    const failure = error instanceof AdminFailure ? error : undefined
    if (failure?.status === 412 && failure.current) {
      update({ saveState: 'waiting' })
      state = merged(state, failure.current)
      update({})
      if (state.clashes.length === 0) schedule()
    } else if (failure?.status === 400 || failure?.status === 403 || failure?.status === 404) {
      update({ saveState: 'refused', problems: failure.problems })
    } else if (failure?.status === 401) {
      update({ saveState: 'signedOut' })
      saveTimer = setTimeout(() => void flush(), retryMs)
    } else {
      update({ saveState: 'offline' })
      saveTimer = setTimeout(() => void flush(), retryMs)
    }
  }

  /** Somebody else, or another of our own requests, brought a newer state of the item. */
  function receive(next: EditableItem): void {
    if (running) {
      waitingItem = next
      return
    }
    waitingItem = undefined
    if (!state.item || next.changedAt < state.item.changedAt) return
    state = merged(state, next)
    update({})
    if (state.saveState === 'waiting' && isDirty(state)) schedule()
  }

  function restore(backup: Backup): void {
    const values = { ...state.values }
    const dirty = { ...state.dirty }
    const clashes = [...state.clashes]
    for (const [language, fields] of Object.entries(backup.values)) {
      const now = state.item?.languages.find((one) => one.language === language)
      const isMoved = now !== undefined && now.version !== backup.versions[language]
      for (const [luid, mine] of Object.entries(fields)) {
        const theirs = values[language]?.[luid]
        if (isSame(mine, theirs)) continue
        values[language] = { ...values[language], [luid]: mine }
        dirty[language] = new Set(dirty[language]).add(luid)
        if (isMoved) clashes.push({ language, luid, mine, theirs })
      }
    }
    update({ values, dirty, clashes, epoch: state.epoch + 1 })
    if (!isDirty(state)) return keepBackup()
    update({ saveState: clashes.length > 0 ? 'clash' : 'waiting' })
    if (clashes.length === 0) schedule()
  }

  /** A person has decided: for each clash, whether what was typed here stays. */
  function resolve(isMine: (index: number) => boolean): void {
    const values = { ...state.values }
    const dirty = { ...state.dirty }
    for (const [index, { language, luid, theirs }] of state.clashes.entries()) {
      if (isMine(index)) continue
      values[language] = { ...values[language], [luid]: theirs }
      dirty[language] = new Set([...(dirty[language] ?? [])].filter((other) => other !== luid))
    }
    update({ values, dirty, clashes: [], epoch: state.epoch + 1, saveState: 'waiting' })
    if (!isDirty(state)) update({ saveState: 'clean' })
    keepBackup()
    void flush()
  }

  return {
    get: (): DraftState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set,
    flush,
    receive,
    restore,
    resolve,
    keepBackup,
    /** The defaults of a new item: shown, but not worth saving by themselves. */
    start(values: Values): void {
      const [main = ''] = languages
      update({ values: { ...state.values, [main]: values } })
    },
    /** Values were set from outside their editors: those with a state of their own start anew. */
    renew: (): void => update({ epoch: state.epoch + 1 }),
    report: (problems: readonly Problem[]): void => update({ problems }),
    addLabels: (labels: Labels): void => update({ labels: withLabels(state.labels, labels) }),
    /** Forgets what is not saved, so that the page can be left. */
    discard(): void {
      clearTimeout(saveTimer)
      update({ dirty: {}, saveState: 'clean', clashes: [] })
      keepBackup()
    },
    stop(): void {
      clearTimeout(saveTimer)
      if (backupTimer !== undefined) keepBackup()
    },
  }
}

function picked({ values, dirty }: DraftState): ByLanguage<Values> {
  const found = Object.entries(dirty).flatMap(([language, luids]) => {
    const fields = [...luids].map((luid): [string, unknown] => [luid, values[language]?.[luid]])
    return luids.size === 0 ? [] : [[language, Object.fromEntries(fields)] as const]
  })
  return Object.fromEntries(found)
}

function sendable(sent: ByLanguage<Values>, item: EditableItem) {
  const pairs = Object.entries(sent).map(([language, fields]) => {
    const expected = item.languages.find((one) => one.language === language)?.version ?? null
    return [language, { fields: withNulls(fields), expected }] as const
  })
  return Object.fromEntries(pairs)
}

function creatable(sent: ByLanguage<Values>, { values }: DraftState) {
  const [main = ''] = Object.keys(values)
  const pairs = Object.entries({ ...sent, [main]: { ...values[main] } }).map(
    ([language, fields]) => [language, { fields: withNulls(fields) }] as const,
  )
  return Object.fromEntries(pairs)
}

const withNulls = (fields: Values): Values =>
  Object.fromEntries(Object.entries(fields).map(([luid, value]) => [luid, value ?? null]))

function isAt(path: string, place: string): boolean {
  return path === place || (path.startsWith(place) && /^[.[]/.test(path.slice(place.length)))
}
