/** The state of one item in the editor: the saved data, the local edits and the progress of saving. */
import type { EditableItem } from '@octavo/schema/admin/items.ts'
import type { Labels } from '@octavo/schema/admin/contents.ts'
import type { Problem } from '@octavo/schema/errors.ts'
import { replaceEqualDeep } from '@tanstack/react-query'
import { chosen, type Part } from '../../../fields/flexible/merge-lists.ts'
import { isSame } from './same.ts'

export type Values = Record<string, unknown>
export type ByLanguage<T> = Record<string, T>

export interface Conflict {
  language: string
  luid: string
  mine: unknown
  theirs: unknown
  /** For a text: its version before both changes, and which part that both changed this is. */
  text?: { base: unknown; number: number }
}

/** The parts of a text that is merged by paragraph; null for other values. */
export type PartsOf = (luid: string, base: unknown, mine: unknown, theirs: unknown) => Part[] | null

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

/** The newer item, with the same objects for parts that are equal, so that they do not rerender. */
export function sharing(item: EditableItem | null, newer: EditableItem): EditableItem {
  return replaceEqualDeep(item, newer)
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

/**
 * Merges a change by another user. Fields that both changed become conflicts for the user to resolve, in
 * texts only the paragraphs that both changed.
 */
export function merged(state: DraftState, newer: EditableItem, partsOf: PartsOf): DraftState {
  if (!state.item) return state
  const next = sharing(state.item, newer)
  // The server reports the own changes of this page, too.
  if (next === state.item && state.conflicts.length === 0) return state
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
        const earlier = state.conflicts.find(
          (one) => one.language === language && one.luid === luid,
        )
        const base = earlier?.text ? earlier.text.base : old[luid]
        const parts = partsOf(luid, base, mine[luid], theirs[luid])
        const open = conflictsIn(parts, base)
        conflicts.push(
          ...(open ?? [{ mine: mine[luid], theirs: theirs[luid] }]).map((one) => ({
            language,
            luid,
            ...one,
          })),
        )
        if (parts && open?.length === 0) {
          mine[luid] = chosen(parts, () => true).join('')
          epoch += 1
        }
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

function conflictsIn(
  parts: Part[] | null,
  base: unknown,
): Pick<Conflict, 'mine' | 'theirs' | 'text'>[] | undefined {
  return parts
    ?.filter((part) => 'mine' in part)
    .map(({ mine, theirs }, number) => ({
      mine: mine.join(''),
      theirs: theirs.join(''),
      text: { base, number },
    }))
}

/** The values after the user has decided about all conflicts. `isMine` gets the index of a conflict. */
export function resolved(
  state: DraftState,
  isMine: (index: number) => boolean,
  partsOf: PartsOf,
): Pick<DraftState, 'values' | 'dirty'> {
  const values = { ...state.values }
  const dirty = { ...state.dirty }
  const stored = state.item ? valuesOf(state.item) : {}
  for (const [index, { language, luid, theirs, text }] of state.conflicts.entries()) {
    const isFirst = text?.number === 0
    if (text ? !isFirst : isMine(index)) continue
    const whole = text ? stored[language]?.[luid] : theirs
    const mine = values[language]?.[luid]
    const parts = text ? partsOf(luid, text.base, mine, whole) : null
    // The conflicts of one text follow each other.
    const next = parts ? chosen(parts, (number) => isMine(index + number)).join('') : whole
    values[language] = { ...values[language], [luid]: next }
    if (isSame(next, whole))
      dirty[language] = new Set([...(dirty[language] ?? [])].filter((other) => other !== luid))
  }
  return { values, dirty }
}

function savedAs(before: SaveState, isConflict: boolean): SaveState {
  if (isConflict) return 'conflict'
  return before === 'conflict' ? 'waiting' : before
}
