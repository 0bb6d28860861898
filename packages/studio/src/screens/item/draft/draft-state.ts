/** The state of one item in the editor: the saved data, the local edits and the progress of saving. */
import type { EditableItem } from '@octavo/schema/admin/items.ts'
import type { Labels } from '@octavo/schema/admin/contents.ts'
import type { Problem } from '@octavo/schema/errors.ts'
import { isSame } from './same.ts'

export type Values = Record<string, unknown>
export type ByLanguage<T> = Record<string, T>

export interface Conflict {
  language: string
  luid: string
  mine: unknown
  theirs: unknown
}

export type SaveState =
  | 'clean'
  | 'waiting'
  | 'saving'
  | 'offline'
  | 'refused'
  | 'conflict'
  | 'signedOut'

export interface DraftState {
  /** The saved item; null for a new item before its first save. */
  item: EditableItem | null
  values: ByLanguage<Values>
  /** Fields with unsaved edits. */
  dirty: ByLanguage<ReadonlySet<string>>
  saveState: SaveState
  savedAt: string | null
  /** Problems that prevented a save, or that prevent publishing. */
  problems: readonly Problem[]
  conflicts: readonly Conflict[]
  labels: Labels
  /** Increases when values are replaced by those of the server, so that stateful editors reset. */
  epoch: number
}

export function valuesOf(item: EditableItem): ByLanguage<Values> {
  return Object.fromEntries(
    item.languages.map(({ language, draft, published }) => [
      language,
      { ...(draft ?? published)?.fields },
    ]),
  )
}

export function isDirty({ dirty }: Pick<DraftState, 'dirty'>): boolean {
  return Object.values(dirty).some((fields) => fields.size > 0)
}

/** Returns the same object if nothing is new, because every field on the page depends on it. */
export function withLabels(labels: Labels, more: Labels): Labels {
  const { items, media } = more
  if (
    isSame(labels, { items: { ...labels.items, ...items }, media: { ...labels.media, ...media } })
  )
    return labels
  return { items: { ...labels.items, ...items }, media: { ...labels.media, ...media } }
}

/** Adds values that the server has derived from those that were sent, such as slugs. */
export function withDerived(
  state: DraftState,
  sent: ByLanguage<Values>,
  reply: EditableItem,
): ByLanguage<Values> {
  const before = state.item ? valuesOf(state.item) : {}
  const values = { ...state.values }
  for (const [language, saved] of Object.entries(valuesOf(reply))) {
    const derived = Object.entries(saved).filter(([luid, value]) => {
      const isOwn = luid in (sent[language] ?? {}) || state.dirty[language]?.has(luid)
      return !isOwn && !isSame(before[language]?.[luid], value)
    })
    if (derived.length > 0)
      values[language] = { ...values[language], ...Object.fromEntries(derived) }
  }
  return values
}

/** Merges a change by another user. Fields that both changed become conflicts for the user to resolve. */
export function merged(state: DraftState, next: EditableItem): DraftState {
  if (!state.item) return state
  const before = valuesOf(state.item)
  const values: ByLanguage<Values> = { ...state.values }
  const dirty: ByLanguage<ReadonlySet<string>> = { ...state.dirty }
  const conflicts: Conflict[] = []
  let epoch = state.epoch
  for (const [language, theirs] of Object.entries(valuesOf(next))) {
    const old = before[language] ?? {}
    const mine = { ...values[language] }
    const changed = new Set(dirty[language])
    // Unresolved conflicts remain, even if the same change is received again.
    const undecided = state.conflicts.flatMap((one) => (one.language === language ? one.luid : []))
    for (const luid of new Set([...Object.keys(old), ...Object.keys(theirs), ...undecided])) {
      if (isSame(old[luid], theirs[luid]) && !undecided.includes(luid)) continue
      if (changed.has(luid) && !isSame(mine[luid], theirs[luid])) {
        conflicts.push({ language, luid, mine: mine[luid], theirs: theirs[luid] })
      } else if (!isSame(mine[luid], theirs[luid])) {
        mine[luid] = theirs[luid]
        changed.delete(luid)
        epoch += 1
      }
    }
    values[language] = mine
    dirty[language] = changed
  }
  return {
    ...state,
    item: next,
    values,
    dirty,
    epoch,
    labels: withLabels(state.labels, next),
    conflicts,
    saveState: savedAs(state.saveState, conflicts.length > 0),
  }
}

function savedAs(before: SaveState, isConflict: boolean): SaveState {
  if (isConflict) return 'conflict'
  return before === 'conflict' ? 'waiting' : before
}
