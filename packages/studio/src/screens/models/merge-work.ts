/** Rebases local edits of an older definition onto the current one. */
import type { SchemaInput } from '@octavo/schema/admin/schema.ts'
import { schemaOf, workOf, type Work, type WorkField, type WorkType } from './work.ts'

/** Local edits win over changes by other users. Additions and removals by others are applied. */
export function mergedWork(base: SchemaInput, mine: Work, theirs: SchemaInput): Work {
  const old = workOf(base)
  const now = workOf(theirs)
  return {
    models: mergedList(old.models, mine.models, now.models, mergedType),
    fieldSets: mergedList(old.fieldSets, mine.fieldSets, now.fieldSets, mergedType),
  }
}

type Merge<Thing> = (old: Thing, mine: Thing, theirs: Thing) => Thing

function mergedList<Thing extends WorkType | WorkField>(
  base: readonly Thing[],
  mine: readonly Thing[],
  theirs: readonly Thing[],
  merge: Merge<Thing>,
): Thing[] {
  const old = byLuid(base)
  const now = byLuid(theirs)
  const merged = mine.flatMap((one): Thing[] => {
    const before = old.get(one.savedAs ?? '')
    const after = now.get(one.savedAs ?? '')
    if (!before) return [one]
    if (!after) return isSame(before, one) ? [] : [{ ...one, savedAs: null }]
    if (isSame(before, one)) return [{ ...after, key: one.key }]
    return [isSame(before, after) ? one : merge(before, one, after)]
  })
  const taken = new Set(merged.map(({ luid }) => luid))
  const added = theirs.filter(({ luid }) => !old.has(luid) && !taken.has(luid))
  return [...merged, ...added]
}

function mergedType(old: WorkType, mine: WorkType, theirs: WorkType): WorkType {
  const unchanged = Object.keys(mine).filter((key) => isEqual(part(mine, key), part(old, key)))
  const taken = unchanged.filter((key) => key !== 'key' && key !== 'from' && key !== 'luid')
  return {
    ...mine,
    ...Object.fromEntries(taken.map((key) => [key, part(theirs, key)])),
    fields: mergedList(old.fields, mine.fields, theirs.fields, (_, own) => own),
  }
}

function part(type: WorkType, key: string): unknown {
  return { ...type }[key as keyof WorkType]
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function byLuid<Thing extends { luid: string }>(things: readonly Thing[]): Map<string, Thing> {
  return new Map(things.map((thing) => [thing.luid, thing]))
}

const empty: SchemaInput = { languages: [], spaces: [], fieldSets: [], models: [] }

/** Compares without the keys that exist only on this page. */
function isSame(a: WorkType | WorkField, b: WorkType | WorkField): boolean {
  return textOf(a) === textOf(b)
}

function textOf(thing: WorkType | WorkField): string {
  const type: WorkType =
    'type' in thing ? { key: '', savedAs: null, luid: '', name: '', fields: [thing] } : thing
  return JSON.stringify(schemaOf({ models: [type], fieldSets: [] }, empty).models)
}
