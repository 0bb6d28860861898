/** Holds the state of one open item and saves it automatically. */
import type { EditableItem } from '@octavo/schema/admin/items.ts'
import type { Labels } from '@octavo/schema/admin/contents.ts'
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import { AdminFailure } from '../../../api/admin.ts'
import { dropBackup, writeBackup, type Backup } from './backup.ts'
import {
  isDirty,
  merged,
  resolved,
  sharing,
  valuesOf,
  withDerived,
  withLabels,
  type ByLanguage,
  type DraftState,
  type PartsOf,
  type Values,
} from './draft-state.ts'
import { invalidPlaces, validDirty, withoutInvalid } from './invalid-fields.ts'
import { isSame } from './same.ts'

export interface DraftSource {
  /** Storage key of the unsaved edits on this device. */
  backupKey: () => string
  create: (languages: ByLanguage<{ fields: Values }>) => Promise<EditableItem>
  save: (
    id: number,
    languages: ByLanguage<{ fields: Values; expected: string | null }>,
    isKeepalive: boolean,
  ) => Promise<EditableItem>
  partsOf: PartsOf
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
    conflicts: [],
    labels: { items: item?.items ?? {}, media: item?.media ?? {} },
    epoch: 0,
  }
  const listeners = new Set<() => void>()
  let saveTimer: ReturnType<typeof setTimeout> | undefined
  let backupTimer: ReturnType<typeof setTimeout> | undefined
  let firstChangeAt = 0
  let running: Promise<void> | undefined
  let pendingItem: EditableItem | undefined
  const writers = new Set<() => void>()

  /** Editors of long texts write their value after a pause. */
  function takeTyped(): void {
    for (const write of writers) write()
  }

  function update(change: Partial<DraftState>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function storeBackup(): void {
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
      saveState: state.conflicts.length > 0 ? 'conflict' : 'waiting',
      problems: problems.length === state.problems.length ? state.problems : problems,
    })
    backupTimer ??= setTimeout(storeBackup, backupMs)
    schedule()
  }

  function schedule(): void {
    const now = Date.now()
    if (saveTimer === undefined) firstChangeAt = now
    clearTimeout(saveTimer)
    const wait = Math.max(0, Math.min(pauseMs, firstChangeAt + longestPauseMs - now))
    saveTimer = setTimeout(() => void flush(), wait)
  }

  /** Saves unsaved edits now. Resolves when everything is saved or nothing can be saved. */
  async function flush(isKeepalive = false): Promise<void> {
    takeTyped()
    clearTimeout(saveTimer)
    saveTimer = undefined
    while (running) await running
    if (!isDirty(state) || state.conflicts.length > 0) return
    // Invalid texts cannot be sent. They stay in the editor, which shows what is wrong, and in the backup.
    if (!isDirty({ dirty: validDirty(state) })) return update({ saveState: 'refused' })
    running = saveOnce(isKeepalive).finally(() => {
      running = undefined
    })
    await running
    if (pendingItem) receive(pendingItem)
    if (isDirty(state) && state.saveState === 'waiting') await flush()
  }

  async function saveOnce(isKeepalive: boolean): Promise<void> {
    const sent = picked({ ...state, dirty: validDirty(state) })
    // The key of a new item changes when the item is created.
    const key = source.backupKey()
    update({ saveState: 'saving' })
    try {
      const reply = state.item
        ? await source.save(state.item.id, sendable(sent, state.item), isKeepalive)
        : await source.create(creatable(sent, withoutInvalid(state)))
      settle(sent, reply)
      if (key !== source.backupKey()) dropBackup(key)
    } catch (error) {
      fail(error)
    }
  }

  function settle(sent: ByLanguage<Values>, response: EditableItem): void {
    const reply = sharing(state.item, response)
    const dirty = { ...state.dirty }
    for (const [language, fields] of Object.entries(sent)) {
      const left = [...(dirty[language] ?? [])].filter(
        (luid) => !(luid in fields) || state.values[language]?.[luid] !== fields[luid],
      )
      dirty[language] = new Set(left)
    }
    const next = { ...state, dirty }
    update({
      item: reply,
      dirty,
      values: withDerived(state, sent, reply),
      labels: withLabels(state.labels, reply),
      savedAt: new Date().toISOString(),
      saveState: isDirty(next) ? 'waiting' : 'clean',
    })
    storeBackup()
  }

  function fail(error: unknown): void {
    const failure = error instanceof AdminFailure ? error : undefined
    if (failure?.status === 412 && failure.current) {
      takeTyped()
      update({ saveState: 'waiting' })
      state = merged(state, failure.current, source.partsOf)
      update({})
      if (state.conflicts.length === 0) schedule()
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

  /** Handles a newer state of the item, from another user or from another request of this page. */
  function receive(next: EditableItem): void {
    if (running) {
      pendingItem = next
      return
    }
    pendingItem = undefined
    if (!state.item || next.changedAt < state.item.changedAt) return
    // What is typed already takes part in the merge. Otherwise one of the two texts would replace the other.
    takeTyped()
    state = merged(state, next, source.partsOf)
    update({})
    if (state.saveState === 'waiting' && isDirty(state)) schedule()
  }

  function restore(backup: Backup): void {
    const values = { ...state.values }
    const dirty = { ...state.dirty }
    const conflicts = [...state.conflicts]
    for (const [language, fields] of Object.entries(backup.values)) {
      const now = state.item?.languages.find((one) => one.language === language)
      const isMoved = now !== undefined && now.version !== backup.versions[language]
      for (const [luid, mine] of Object.entries(fields)) {
        const theirs = values[language]?.[luid]
        if (isSame(mine, theirs)) continue
        values[language] = { ...values[language], [luid]: mine }
        dirty[language] = new Set(dirty[language]).add(luid)
        if (isMoved) conflicts.push({ language, luid, mine, theirs })
      }
    }
    update({ values, dirty, conflicts, epoch: state.epoch + 1 })
    if (!isDirty(state)) return storeBackup()
    update({ saveState: conflicts.length > 0 ? 'conflict' : 'waiting' })
    if (conflicts.length === 0) schedule()
  }

  /** Resolves the conflicts: for each, whether the local value wins. */
  function resolve(isMine: (index: number) => boolean): void {
    const { values, dirty } = resolved(state, isMine, source.partsOf)
    update({ values, dirty, conflicts: [], epoch: state.epoch + 1, saveState: 'waiting' })
    if (!isDirty(state)) update({ saveState: 'clean' })
    storeBackup()
    void flush()
  }

  return {
    get: (): DraftState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set,
    /** Calls this before a save or a merge, for edits that are not set yet. Returns a function that ends it. */
    onTake(write: () => void): () => void {
      writers.add(write)
      return () => writers.delete(write)
    },
    flush,
    receive,
    restore,
    resolve,
    storeBackup,
    /** Shows the defaults of a new item without marking them as unsaved. */
    start(values: Values): void {
      const [main = ''] = languages
      update({ values: { ...state.values, [main]: values } })
    },
    /** Resets stateful editors after their values were set from outside. */
    renew: (): void => update({ epoch: state.epoch + 1 }),
    report: (problems: readonly Problem[]): void => update({ problems }),
    hasInvalid: (): boolean => invalidPlaces(state).length > 0,
    /** Lists the texts that are not valid JSON, for an action that needs all edits saved. */
    reportInvalid(): void {
      const problems = invalidPlaces(state).map((path) => problemAt(path, say('notJson')))
      if (problems.length > 0) update({ problems })
    },
    addLabels: (labels: Labels): void => update({ labels: withLabels(state.labels, labels) }),
    /** Drops unsaved edits, so that the user can leave the page. */
    discard(): void {
      clearTimeout(saveTimer)
      update({ dirty: {}, saveState: 'clean', conflicts: [] })
      storeBackup()
    },
    stop(): void {
      clearTimeout(saveTimer)
      if (backupTimer !== undefined) storeBackup()
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
