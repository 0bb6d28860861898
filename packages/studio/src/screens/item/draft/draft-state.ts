/** What the editor knows of one item: what the server has, what was changed here, and how saving goes. */
import type { EditableItem } from '@octavo/schema/admin/items.ts'
import type { Labels } from '@octavo/schema/admin/contents.ts'
import type { Problem } from '@octavo/schema/errors.ts'
import { isSame } from './same.ts'

export type Values = Record<string, unknown>
export type ByLanguage<T> = Record<string, T>

export interface Clash {
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
  | 'clash'
  | 'signedOut'

export interface DraftState {
  /** As the server has it; null until a new item has been saved once. */
  item: EditableItem | null
  values: ByLanguage<Values>
  /** Fields changed here that the server does not have yet. */
  dirty: ByLanguage<ReadonlySet<string>>
  saveState: SaveState
  savedAt: string | null
  /** What the server refused, or what keeps it from being published. */
  problems: readonly Problem[]
  clashes: readonly Clash[]
  labels: Labels
  /** Grows when values were taken over from the server, so that editors with a state start anew. */
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

export function isDirty({ dirty }: DraftState): boolean {
  return Object.values(dirty).some((fields) => fields.size > 0)
}

/** The same object where nothing is new: every field on the page looks at it. */
export function withLabels(labels: Labels, more: Labels): Labels {
  const { items, media } = more
  if (
    isSame(labels, { items: { ...labels.items, ...items }, media: { ...labels.media, ...media } })
  )
    return labels
  return { items: { ...labels.items, ...items }, media: { ...labels.media, ...media } }
}

/** Takes over what somebody else saved. What both changed is a clash for a person to decide. */
export function merged(state: DraftState, next: EditableItem): DraftState {
  if (!state.item) return state
  const before = valuesOf(state.item)
  const values: ByLanguage<Values> = { ...state.values }
  const dirty: ByLanguage<ReadonlySet<string>> = { ...state.dirty }
  const clashes: Clash[] = []
  let epoch = state.epoch
  for (const [language, theirs] of Object.entries(valuesOf(next))) {
    const old = before[language] ?? {}
    const mine = { ...values[language] }
    const changed = new Set(dirty[language])
    // What nobody has decided yet is still to be decided, however often the same is brought again.
    const undecided = state.clashes.flatMap((one) => (one.language === language ? one.luid : []))
    for (const luid of new Set([...Object.keys(old), ...Object.keys(theirs), ...undecided])) {
      if (isSame(old[luid], theirs[luid]) && !undecided.includes(luid)) continue
      if (changed.has(luid) && !isSame(mine[luid], theirs[luid])) {
        clashes.push({ language, luid, mine: mine[luid], theirs: theirs[luid] })
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
    clashes,
    saveState: savedAs(state.saveState, clashes.length > 0),
  }
}

function savedAs(before: SaveState, isClash: boolean): SaveState {
  if (isClash) return 'clash'
  return before === 'clash' ? 'waiting' : before
}
