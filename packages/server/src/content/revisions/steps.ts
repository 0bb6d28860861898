/** What a write changes in each language, as revisions record it. Pure. */
import type { Schema } from '@octavo/schema/schema.ts'
import { isDeepStrictEqual } from 'node:util'
import type { StoredValues } from '../../fields/field-type.ts'
import type { Item, ItemLanguage } from '../../store/records.ts'
import type { RevisionKind } from '../../store/revisions.ts'

export interface Step {
  languageId: number
  kind: RevisionKind
  /** Ids of the changed fields. */
  fields: number[]
  /** Whether it may continue the editing session of the revision before it. */
  isContinuing: boolean
  /** Whether text changes that an editor sees and that is translated. */
  isOfText: boolean
}

/** One step for each language whose content or publication changes. */
export function stepsOf(schema: Schema, before: Item, after: Item, action: string): Step[] {
  const ids = new Set([...before.languages.keys(), ...after.languages.keys()])
  return [...ids]
    .toSorted((a, b) => a - b)
    .flatMap((languageId) => {
      const [old, now] = [before.languages.get(languageId), after.languages.get(languageId)]
      const step = stepOf(old, now, action)
      return step ? [{ languageId, ...step, isOfText: isTextChanged(schema, old, now) }] : []
    })
}

function isTextChanged(
  schema: Schema,
  before: ItemLanguage | undefined,
  after: ItemLanguage | undefined,
): boolean {
  const [old, now] = [contentOf(before), contentOf(after)]
  if ((old === undefined) !== (now === undefined)) return true
  return changedFields(old, now).some((id) => schema.fieldById.get(id)?.translatable)
}

function stepOf(
  before: ItemLanguage | undefined,
  after: ItemLanguage | undefined,
  action: string,
): Omit<Step, 'languageId' | 'isOfText'> | undefined {
  if (before === after) return undefined
  const [old, now] = [before?.published, after?.published]
  if (now && now !== old) {
    const fields = changedFields(old?.values, now.values)
    const isDraftGone = hasDraft(before) && !hasDraft(after)
    if (!old || fields.length > 0 || isDraftGone) {
      return { kind: 'publish', fields, isContinuing: false }
    }
  }
  const [shown, next] = [contentOf(before), contentOf(after)]
  const fields = changedFields(shown, next)
  if (old && !now) return { kind: 'unpublish', fields, isContinuing: false }
  if (fields.length === 0 && (shown === undefined) === (next === undefined)) return undefined
  if (action === 'revert') return { kind: 'revert', fields, isContinuing: false }
  // A discarded draft stays a revision of its own, so that it can be restored.
  const isDiscarded = hasDraft(before) && !hasDraft(after)
  return { kind: 'edit', fields, isContinuing: !isDiscarded }
}

function hasDraft(language: ItemLanguage | undefined): boolean {
  return Boolean(language?.draft)
}

/** The values that an editor sees. */
export function contentOf(language: ItemLanguage | undefined): StoredValues | undefined {
  return (language?.draft ?? language?.published)?.values
}

/** The content of a revision of this kind while it is the latest one. */
export function contentOfKind(kind: RevisionKind, language: ItemLanguage | undefined) {
  const published = kind === 'publish' ? language?.published?.values : undefined
  return published ?? contentOf(language) ?? {}
}

export function changedFields(before: StoredValues = {}, after: StoredValues = {}): number[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...ids].filter((id) => !isDeepStrictEqual(before[id], after[id])).map(Number)
}
