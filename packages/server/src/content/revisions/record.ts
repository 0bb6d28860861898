/** Records the revisions of a write in its transaction. */
import type { Schema } from '@octavo/schema/schema.ts'
import { nextTurn } from '../../scheduling/turns.ts'
import { storedText } from '../../fields/stored-text.ts'
import type { Item } from '../../store/records.ts'
import type { RevisionHead, SealedRevision } from '../../store/revisions.ts'
import type { WriteTransaction } from '../../store/store.ts'
import { firstRevisions } from './first.ts'
import { byPosition, endWith, groupKey, noGroup, sealAfter } from './groups.ts'
import { contentOfKind, stepsOf, type Step } from './steps.ts'

/** Saves of the same actor with shorter pauses belong to one editing session. */
const sessionPause = 10 * 60 * 1000

/** The author of revisions that were not recorded when they were made. */
export const unknownActor = 'system'

export interface RecordedWrite {
  actor: string
  action: string
  at: number
}

export interface ItemChange {
  before: Item
  after: Item
}

/** Does not read anything: new items have no revisions yet. */
export async function recordNewItems(
  tx: WriteTransaction,
  items: readonly Item[],
  { actor, at }: RecordedWrite,
): Promise<void> {
  const heads: RevisionHead[] = []
  const sealed: SealedRevision[] = []
  for (const item of items) {
    const first = await firstRevisions(item, { actor, at })
    heads.push(...first.heads)
    sealed.push(...first.sealed)
  }
  await tx.revisions.saveHeads(heads)
  await tx.revisions.insert(sealed)
}

/**
 * The latest revision of a language has no content of its own: that is the current content of the item. So
 * a save within an editing session only updates its time, and content is compressed once per session, when
 * the next revision begins.
 */
export async function recordChanges(
  tx: WriteTransaction,
  schema: Schema,
  changes: readonly ItemChange[],
  write: RecordedWrite,
): Promise<void> {
  const stepped = changes.flatMap((change) => {
    const steps = stepsOf(schema, change.before, change.after, write.action)
    return steps.length > 0 ? [{ ...change, steps }] : []
  })
  if (stepped.length === 0) return
  const recorded = await recordFirst(
    tx,
    stepped.map(({ before }) => before),
  )
  const saved: RevisionHead[] = []
  const ending: Ending[] = []
  for (const { before, steps } of stepped) {
    const own = recorded.get(before.id) ?? []
    let number = Math.max(0, ...own.map((head) => head.number))
    for (const step of steps) {
      const head = own.find(({ languageId }) => languageId === step.languageId)
      const isTranslated = step.isOfText && isTranslatedFrom(head, own, schema)
      if (head && !isTranslated && isContinued(head, step, write)) {
        const fields = head.fields && [...new Set([...head.fields, ...step.fields])]
        saved.push({ ...head, at: write.at, fields, textAt: textTime(step, head, write) })
        continue
      }
      const next = headOf(step, head, ++number, before.id, write)
      saved.push(next)
      if (head && !head.isSealed) ending.push({ item: before, head, next })
    }
  }
  await seal(tx, ending)
  await tx.revisions.saveHeads(saved)
}

function headOf(
  step: Step,
  head: RevisionHead | undefined,
  number: number,
  itemId: number,
  write: RecordedWrite,
): RevisionHead {
  const { languageId, kind, fields } = step
  const { actor, at } = write
  return {
    itemId,
    languageId,
    number,
    kind,
    startedAt: at,
    at,
    actor,
    name: null,
    fields: head ? fields : null,
    ...(head ? { length: head.length, path: head.path } : noGroup),
    textAt: textTime(step, head, write),
    isSealed: false,
  }
}

function textTime(
  { isOfText }: Step,
  head: RevisionHead | undefined,
  { at }: RecordedWrite,
): number {
  return isOfText || !head ? at : textTimeOf(head)
}

export function textTimeOf({ textAt, at }: RevisionHead): number {
  return textAt ?? at
}

/** Whether a translation was made from this revision, so that the revision stays as it is. */
function isTranslatedFrom(
  head: RevisionHead | undefined,
  heads: readonly RevisionHead[],
  { mainLanguage }: Schema,
): boolean {
  if (head?.languageId !== mainLanguage.id) return false
  return heads.some((other) => other !== head && textTimeOf(other) >= textTimeOf(head))
}

function isContinued(head: RevisionHead, step: Step, { actor, at }: RecordedWrite): boolean {
  return (
    step.kind === 'edit' &&
    step.isContinuing &&
    head.kind === 'edit' &&
    head.actor === actor &&
    head.name === null &&
    !head.isSealed &&
    Math.abs(at - head.at) < sessionPause
  )
}

/** The latest revisions by item. Items that are older than revisions get theirs now. */
export async function recordFirst(
  tx: WriteTransaction,
  items: readonly Item[],
): Promise<Map<number, RevisionHead[]>> {
  const heads = Map.groupBy(
    await tx.revisions.heads(items.map(({ id }) => id)),
    ({ itemId }) => itemId,
  )
  for (const item of items) {
    if (heads.has(item.id)) continue
    const first = await firstRevisions(item, { actor: unknownActor })
    await tx.revisions.saveHeads(first.heads)
    await tx.revisions.insert(first.sealed)
    heads.set(item.id, first.heads)
  }
  return heads
}

interface Ending {
  /** The item with the content of the revision that ends. */
  item: Item
  head: RevisionHead
  /** The head that continues the group. */
  next: RevisionHead
}

const charactersPerTurn = 200_000

/** Stores the content of revisions that are no longer the latest ones. */
async function seal(tx: WriteTransaction, ending: readonly Ending[]): Promise<void> {
  const heads = ending.map(({ head }) => head)
  const onPaths = Map.groupBy(await tx.revisions.onPaths(heads), groupKey)
  const sealed: SealedRevision[] = []
  let characters = 0
  for (const { item, head, next } of ending) {
    const { length, path, isSealed: _isSealed, textAt: _textAt, ...facts } = head
    const values = contentOfKind(head.kind, item.languages.get(head.languageId))
    const group = (onPaths.get(groupKey(head)) ?? []).filter(({ base }) => base === path[0])
    const unsealed = { ...facts, rootId: item.rootId }
    const revision = await sealAfter({ length, path }, byPosition(group), unsealed, values)
    Object.assign(next, endWith(head, revision))
    sealed.push(revision)
    characters += storedText(values).length
    // The embedded database never yields, so let other requests run.
    if (characters < charactersPerTurn) continue
    characters = 0
    await nextTurn('long')
  }
  await tx.revisions.insert(sealed)
}

/** Before a schema change edits these items: stores the content of the latest revisions as it is. */
export async function sealLatest(tx: WriteTransaction, items: readonly Item[]): Promise<void> {
  const heads = await recordFirst(tx, items)
  const ending = items.flatMap((item) =>
    (heads.get(item.id) ?? [])
      .filter(({ isSealed }) => !isSealed)
      .map((head) => ({ item, head, next: { ...head, isSealed: true } })),
  )
  await seal(tx, ending)
  await tx.revisions.saveHeads(ending.map(({ next }) => next))
}
