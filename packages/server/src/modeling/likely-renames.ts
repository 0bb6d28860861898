/** Finds definitions that a file probably renames without saying so. */
import type { Field, RootDefinition } from '@octavo/schema/definitions.ts'
import { checkFile } from './check-file.ts'
import { existingNames } from './plan.ts'
import type { FileField, FileNames } from './schema-file.ts'
import type { SchemaSource } from './source.ts'

/** A definition that is gone and a new one that is like no other: probably one and the same. */
export interface LikelyRename {
  what: 'model' | 'field set' | 'field'
  /** The type of a field. */
  type: string | undefined
  from: string
  to: string
  /** The new LUID with those of its owners: `page.links.label`. */
  name: string
  /** `was` of the new definition, which names nothing that exists. */
  staleWas: string | null
  /** Of the new definition in the schema: `models[0].fields[2]`. */
  path: string
}

/** Owners come first: fields of a renamed one can be compared only when its rename is stated. */
export function likelyRenames(current: RootDefinition, source: SchemaSource): LikelyRename[] {
  const { file, problems } = checkFile(source.value, existingNames(current, true))
  if (problems.length > 0) return []
  return [
    ...ownerRenames(current.fieldSets, file.fieldSets, { what: 'field set', path: 'fieldSets' }),
    ...ownerRenames(current.models, file.models, { what: 'model', path: 'models' }),
    ...renamesAmong(current.fieldSets, file.fieldSets, 'fieldSets'),
    ...renamesAmong(current.models, file.models, 'models'),
  ]
}

interface Owner {
  luid: string
  fields: readonly Field[]
}

interface NextOwner extends FileNames {
  fields: readonly FileField[]
}

function ownerRenames(
  current: readonly Owner[],
  next: readonly NextOwner[],
  { what, path }: { what: 'model' | 'field set'; path: string },
): LikelyRename[] {
  return pairs(current, next, isSimilar).map(({ old, entry }) => ({
    what,
    type: undefined,
    from: old.luid,
    to: entry.luid,
    name: entry.luid,
    staleWas: entry.was,
    path: `${path}[${next.indexOf(entry)}]`,
  }))
}

/** At least half of their fields have the same name and type. */
function isSimilar({ fields: old }: Owner, { fields: next }: NextOwner): boolean {
  const types = new Map(old.map(({ luid, type }) => [luid, type]))
  const common = next.filter(({ luid, type }) => types.get(luid) === type).length
  return 2 * common >= Math.max(old.length, next.length)
}

function renamesAmong(
  current: readonly Owner[],
  next: readonly NextOwner[],
  list: string,
): LikelyRename[] {
  return next.flatMap((owner, at) => {
    const old = sameNamed(current, owner)
    return old ? renamesIn(old.fields, owner.fields, owner.luid, `${list}[${at}].fields`) : []
  })
}

function renamesIn(
  old: readonly Field[],
  next: readonly FileField[],
  owner: string,
  path: string,
): LikelyRename[] {
  const own = pairs(old, next, hasSameType).map(
    ({ old: { luid: from, type }, entry }): LikelyRename => ({
      what: 'field',
      type,
      from,
      to: entry.luid,
      name: `${owner}.${entry.luid}`,
      staleWas: entry.was,
      path: `${path}[${next.indexOf(entry)}]`,
    }),
  )
  const inRepeats = next.flatMap((field, at) => {
    const before = sameNamed(old, field)
    if (field.type !== 'repeat' || before?.type !== 'repeat') return []
    return renamesIn(before.fields, field.fields, `${owner}.${field.luid}`, `${path}[${at}].fields`)
  })
  return [...own, ...inRepeats]
}

/** A fieldset field has the name of its field set, and is renamed with it. */
function hasSameType({ type }: Field, next: FileField): boolean {
  return type === next.type && type !== 'fieldset'
}

/** Definitions that are gone and new ones that are alike, where neither has another that is like it. */
function pairs<Old extends { luid: string }, Entry extends FileNames>(
  current: readonly Old[],
  next: readonly Entry[],
  isAlike: (old: Old, entry: Entry) => boolean,
): { old: Old; entry: Entry }[] {
  const kept = new Set(next.flatMap(({ luid, was }) => [luid, was]))
  const known = new Set(current.map(({ luid }) => luid))
  const gone = current.filter(({ luid }) => !kept.has(luid))
  const added = next.filter(({ luid, was }) => !known.has(luid) && !known.has(was ?? ''))
  const all = gone.flatMap((old) =>
    added.filter((entry) => isAlike(old, entry)).map((entry) => ({ old, entry })),
  )
  return all.filter(
    ({ old, entry }) => all.filter((pair) => pair.old === old || pair.entry === entry).length === 1,
  )
}

function sameNamed<Named extends { luid: string }>(
  current: readonly Named[],
  { luid, was }: FileNames,
): Named | undefined {
  return current.find((one) => one.luid === luid || one.luid === was)
}
