/** Finds the field that a dotted path names in a model. */
import type { Field, Model } from '@octavo/schema/definitions.ts'
import { factsOf } from '@octavo/schema/field-types.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { fieldTypeOf } from '../fields/registry.ts'

export type Located =
  /** The path ends at this field. */
  | { kind: 'field'; field: Field; repeat: Field | null; isShared: boolean }
  /** The path leaves the item here, through a reference. */
  | { kind: 'hop'; field: Field; repeat: Field | null; isShared: boolean; rest: readonly string[] }
  /** The path continues into a field that cannot be entered. */
  | { kind: 'closed'; field: Field }

export function locate(model: Model, path: readonly string[], schema: Schema): Located | undefined {
  let fields: readonly Field[] = model.fields
  /** The repeat that the path is in. */
  let repeat: Field | null = null
  let isShared = false
  for (const [index, name] of path.entries()) {
    const field = fields.find((candidate) => candidate.luid === name)
    if (!field) return undefined
    const rest = path.slice(index + 1)
    if (rest.length === 0) return { kind: 'field', field, repeat, isShared }
    if (targetModels(field)) return { kind: 'hop', field, repeat, isShared, rest }
    const { nested } = fieldTypeOf(field)
    if (!nested || nested.reach === 'closed') return { kind: 'closed', field }
    if (nested.reach === 'many') repeat = field
    else isShared = true
    fields = nested.fields(field, schema)
  }
  return undefined
}

/** The models that references may lead to; undefined for other fields. */
export function targetModels(field: Field): { ids: readonly number[] | null } | undefined {
  return 'models' in field ? { ids: field.models } : undefined
}

/** The models that the references of some fields may lead to. */
export function reachableModels(fields: readonly Field[], schema: Schema): readonly Model[] {
  const ids = new Set<number>()
  for (const field of fields) {
    const target = targetModels(field)
    if (target?.ids === null) return schema.root.models
    for (const id of target?.ids ?? []) ids.add(id)
  }
  return schema.root.models.filter(({ id }) => ids.has(id))
}

/** Whether a value of the field has several keys. */
export function isList(field: Field): boolean {
  return factsOf(field.type).operators.includes('has')
}
