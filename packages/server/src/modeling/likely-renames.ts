import type { Field, RootDefinition } from '@octavo/schema/definitions.ts'
import { checkFile } from './check-file.ts'
import { existingNames } from './plan.ts'
import type { FileField, FileNames } from './schema-file.ts'
import type { SchemaSource } from './source.ts'

/** A field that is gone and a new one of the same type in the same owner: probably one and the same. */
export interface LikelyRename {
  /** A model, a field set, or a repeat in one of them: `page.links`. */
  owner: string
  from: string
  to: string
  type: string
  /** Of the new field in the schema: `models[0].fields[2]`. */
  path: string
}

export function likelyRenames(current: RootDefinition, source: SchemaSource): LikelyRename[] {
  const { file, problems } = checkFile(source.value, existingNames(current, true))
  if (problems.length > 0) return []
  return [
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
  const kept = new Set(next.flatMap((field) => [field.luid, field.was]))
  const gone = old.filter((field) => !kept.has(field.luid))
  const known = new Set(old.map((field) => field.luid))
  const added = next.filter((field) => !known.has(field.luid) && field.was === null)
  const own = gone.flatMap(({ luid: from, type }) => {
    const [only, ...others] = added.filter((field) => field.type === type)
    const isAlone = gone.filter((field) => field.type === type).length === 1
    if (!only || others.length > 0 || !isAlone) return []
    return [{ owner, from, to: only.luid, type, path: `${path}[${next.indexOf(only)}]` }]
  })
  const inRepeats = next.flatMap((field, at) => {
    const before = sameNamed(old, field)
    if (field.type !== 'repeat' || before?.type !== 'repeat') return []
    return renamesIn(before.fields, field.fields, `${owner}.${field.luid}`, `${path}[${at}].fields`)
  })
  return [...own, ...inRepeats]
}

function sameNamed<Named extends { luid: string }>(
  current: readonly Named[],
  { luid, was }: FileNames,
): Named | undefined {
  return current.find((one) => one.luid === luid || one.luid === was)
}
