import type { Field, RootDefinition } from '@octavo/schema/definitions.ts'
import { checkFile } from './check-file.ts'
import { existingNames } from './plan.ts'
import type { FileField, FileNames } from './schema-file.ts'
import type { SchemaSource } from './source.ts'

/** A field that is gone and a new one of the same type in the same owner: probably one and the same. */
export interface LikelyRename {
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
    ...renamesIn(current.fieldSets, file.fieldSets, 'fieldSets'),
    ...renamesIn(current.models, file.models, 'models'),
  ]
}

interface Owner {
  luid: string
  fields: readonly Field[]
}

function renamesIn(
  current: readonly Owner[],
  next: readonly (FileNames & { fields: readonly FileField[] })[],
  list: string,
): LikelyRename[] {
  return next.flatMap(({ luid, was, fields }, at) => {
    const old = current.find((owner) => owner.luid === luid || owner.luid === was)
    if (!old) return []
    const kept = new Set(fields.flatMap((field) => [field.luid, field.was]))
    const gone = old.fields.filter((field) => !kept.has(field.luid))
    const known = new Set(old.fields.map((field) => field.luid))
    const added = fields.filter((field) => !known.has(field.luid) && field.was === null)
    return gone.flatMap(({ luid: from, type }) => {
      const [only, ...others] = added.filter((field) => field.type === type)
      const isAlone = gone.filter((field) => field.type === type).length === 1
      if (!only || others.length > 0 || !isAlone) return []
      const path = `${list}[${at}].fields[${fields.indexOf(only)}]`
      return [{ owner: luid, from, to: only.luid, type, path }]
    })
  })
}
