import type { Schema } from '@octavo/schema/schema.ts'
import type { Item } from '../../store/records.ts'
import type { RetiredField } from '../../store/revisions.ts'

/** Ids of the fields of an item with this LUID, removed ones included; none if there never was one. */
export function fieldIdsNamed(
  schema: Schema,
  { modelId }: Pick<Item, 'modelId'>,
  luid: string,
  retired: readonly RetiredField[],
): number[] {
  const fields = schema.modelById.get(modelId)?.fields ?? []
  return [
    ...fields.filter((field) => field.luid === luid).map(({ id }) => id),
    ...retired.filter((field) => field.luid === luid).map(({ fieldId }) => fieldId),
  ]
}
