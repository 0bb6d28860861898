/** Simplifies conditions that must all match, or of which one must. */
import { tightest, withoutLooseTimes } from './tighten.ts'
import type { Condition, KeyTarget } from './tree.ts'

export function simplifiedAll(conditions: readonly Condition[]): Condition[] {
  return mergeRanges(withoutLooseTimes(withoutDuplicates(conditions)))
}

/** Alternatives for one field are one look-up. */
export function simplifiedAny(conditions: readonly Condition[]): Condition[] {
  const merged: Condition[] = []
  for (const condition of withoutDuplicates(conditions)) {
    const at = merged.findIndex((other) => isSame(other, condition, 'oneOf'))
    merged.splice(at < 0 ? merged.length : at, 1, withKeys(merged[at], condition, bothKeys))
  }
  return merged
}

/** A repeated condition is redundant. */
export function withoutDuplicates(conditions: readonly Condition[]): Condition[] {
  return [
    ...new Map(conditions.map((condition) => [JSON.stringify(condition), condition])).values(),
  ]
}

/** Merges ranges on the same field, so that one index scan covers them. */
function mergeRanges(conditions: readonly Condition[]): Condition[] {
  const merged: Condition[] = []
  for (const condition of conditions) {
    const at = merged.findIndex((other) => isSame(other, condition, 'range'))
    merged.splice(at < 0 ? merged.length : at, 1, withKeys(merged[at], condition, bothRanges))
  }
  return merged
}

function withKeys(
  before: Condition | undefined,
  condition: Condition,
  both: (a: KeyTarget, b: KeyTarget | undefined) => KeyTarget,
): Condition {
  if (before?.kind !== 'keys' || condition.kind !== 'keys') return condition
  const targets = before.targets.map((target, index) => both(target, condition.targets[index]))
  return { kind: 'keys', targets }
}

/** Whether both test the same fields. Each entry of a list has its own key, so ranges stay apart. */
function isSame(a: Condition, b: Condition, kind: 'oneOf' | 'range'): boolean {
  if (a.kind !== 'keys' || b.kind !== 'keys' || a.targets.length !== b.targets.length) return false
  const isKind = [...a.targets, ...b.targets].every(
    ({ test, isMany }) => test.kind === kind && !(isMany && kind === 'range'),
  )
  return isKind && a.targets.every(({ fieldId }, index) => b.targets[index]?.fieldId === fieldId)
}

function bothRanges(a: KeyTarget, b: KeyTarget | undefined): KeyTarget {
  if (a.test.kind !== 'range' || b?.test.kind !== 'range') return a
  return { ...a, test: { kind: 'range', bounds: tightest([...a.test.bounds, ...b.test.bounds]) } }
}

function bothKeys(a: KeyTarget, b: KeyTarget | undefined): KeyTarget {
  if (a.test.kind !== 'oneOf' || b?.test.kind !== 'oneOf') return a
  return { ...a, test: { kind: 'oneOf', keys: [...new Set([...a.test.keys, ...b.test.keys])] } }
}
