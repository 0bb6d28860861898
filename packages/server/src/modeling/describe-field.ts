/** Describes how a field has changed. */
import { publicationRules } from '@octavo/schema/choices.ts'
import type { Condition } from '@octavo/schema/conditions/condition.ts'
import type { Field, RootDefinition } from '@octavo/schema/definitions.ts'
import { clipped } from '@octavo/schema/errors.ts'
import type { Option } from '@octavo/schema/field-types/settings.ts'
import { say, type ProblemValues, type CodedMessage } from '@octavo/schema/problems.ts'
import { exportedWhere } from './exported-where.ts'

/** Settings without a line of their own: other lines describe them. */
const describedElsewhere = new Set(['id', 'luid', 'fields', 'fieldSet'])
const rulesOfPublication = new Set<string>(publicationRules)
const maxLength = 120

/** A change of a definition, and whether omitted definitions are removed. */
export interface Change {
  before: RootDefinition
  after: RootDefinition
  isPrune: boolean
}

/** One sentence for each changed setting: `maxLength none → 70`. */
export function settingChanges(
  before: Field,
  after: Field,
  name: string,
  { before: oldRoot, after: newRoot }: Change,
): CodedMessage[] {
  const [from, to] = [settings(before), settings(after)]
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return keys.flatMap((key) => {
    if (describedElsewhere.has(key) || isSame(from[key], to[key])) return []
    if (key === 'name' && before.name === before.luid && after.name === after.luid) return []
    // Another type has other settings, so only those that are set are described.
    if (before.type !== after.type && (isUnset(to[key]) || !(key in to))) return []
    const isNewRule = rulesOfPublication.has(key) && !isUnset(to[key])
    const sides = { ...side('from', key, from[key], oldRoot), ...side('to', key, to[key], newRoot) }
    return [say(isNewRule ? 'planRule' : 'planSetting', { name, setting: key, ...sides })]
  })
}

function settings(field: Field): Record<string, unknown> {
  return { ...field }
}

function isUnset(value: unknown): boolean {
  return value === null || value === undefined || value === false || isSame(value, [])
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The text of a value, and a word for values that users did not write. */
export function side(
  name: 'from' | 'to',
  key: string,
  value: unknown,
  root: RootDefinition,
): ProblemValues {
  const word = wordFor(key, value)
  if (word !== undefined) return { [name]: word, [`${name}Word`]: word }
  return { [name]: shown(key, value, root) }
}

function wordFor(key: string, value: unknown): string | undefined {
  if (value === null || value === undefined) return key === 'models' ? 'any' : 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.length === 0) return 'none'
  return key === 'type' && typeof value === 'string' ? value : undefined
}

function shown(key: string, value: unknown, root: RootDefinition): string {
  if (key === 'models') return luids(value, root.models)
  if (key === 'showWhen') {
    return clipped(JSON.stringify(exportedWhere(value as Condition, root)), maxLength)
  }
  if (key === 'fieldSets') return luids(value, root.fieldSets)
  if (key === 'from') {
    return luids(
      [value],
      root.models.flatMap(({ fields }) => fields),
    )
  }
  if (Array.isArray(value)) return clipped(value.map(optionText).join(', '), maxLength)
  return clipped(JSON.stringify(value), maxLength)
}

function luids(ids: unknown, things: readonly { id: number; luid: string }[]): string {
  const luidById = new Map(things.map(({ id, luid }) => [id, luid]))
  return clipped((ids as number[]).map((id) => luidById.get(id)).join(', '), maxLength)
}

function optionText(option: unknown): string {
  if (typeof option === 'string') return option
  if (!isOption(option)) return JSON.stringify(option)
  const { value, label, labels = {} } = option
  const texts = [...(label === value ? [] : [label]), ...Object.values(labels)]
  return texts.length === 0 ? value : `${value} (${texts.join(', ')})`
}

function isOption(thing: unknown): thing is Option {
  return typeof thing === 'object' && thing !== null && 'value' in thing
}
