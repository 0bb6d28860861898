/** Finds the field that a dotted path names in a model. */
import type { Field, Model } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { fieldTypeOf } from '../fields/registry.ts'

export type Located =
  /** The path ends at this field. */
  | { kind: 'field'; field: Field; isInRepeat: boolean; isShared: boolean }
  /** The path leaves the item here, through a reference. */
  | { kind: 'hop'; field: Field; isInRepeat: boolean; isShared: boolean; rest: readonly string[] }
  /** The path continues into a field that cannot be entered. */
  | { kind: 'closed'; field: Field }

export function locate(model: Model, path: readonly string[], schema: Schema): Located | undefined {
  let fields: readonly Field[] = model.fields
  let isInRepeat = false
  let isShared = false
  for (const [index, name] of path.entries()) {
    const field = fields.find((candidate) => candidate.luid === name)
    if (!field) return undefined
    const rest = path.slice(index + 1)
    if (rest.length === 0) return { kind: 'field', field, isInRepeat, isShared }
    if (targetModels(field)) return { kind: 'hop', field, isInRepeat, isShared, rest }
    const { nested } = fieldTypeOf(field)
    if (!nested || nested.reach === 'closed') return { kind: 'closed', field }
    if (nested.reach === 'many') isInRepeat = true
    else isShared = true
    fields = nested.fields(field, schema)
  }
  return undefined
}

/** The models that references may lead to; undefined for other fields. */
export function targetModels(field: Field): { ids: readonly number[] | null } | undefined {
  return 'models' in field ? { ids: field.models } : undefined
}
