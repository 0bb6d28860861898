/** The reference types have in common that a target must be of one of the models that the field allows. */
import type { Typing } from './field-type.ts'

/** Ids of models; null for every model. */
type Allowed = readonly number[] | null

/** The models as a union of LUIDs, for generated types. */
export function modelUnion(allowed: Allowed, { schema, union }: Typing): string {
  const models = schema.root.models.filter(({ id }) => allowed === null || allowed.includes(id))
  return union(models.map(({ luid }) => luid))
}

/** Whether a field that allows `allowed` can hold every value of one that allows `previous`. */
export function allowsAll(allowed: Allowed, previous: Allowed): boolean {
  return allowed === null || (previous?.every((id) => allowed.includes(id)) ?? false)
}
