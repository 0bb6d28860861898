/** Revisions and fields that commands name. */
import type { ContentContext } from '../content/context.ts'
import { itemOfRoot } from '../content/load.ts'
import { fieldIdsNamed } from '../content/revisions/field-ids.ts'
import { CommandError, UsageError } from './command.ts'

export function revisionOf(text: string): number {
  const number = Number(text)
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(number)) return number
  throw new UsageError(`--revision must be a positive whole number, not "${text}"`)
}

/** The ids of comma-separated fields of an item, for `removed` with fields that no longer exist. */
export function fieldIdsIn(
  { store, schemas }: ContentContext,
  { rootId, id }: { rootId: number; id: number },
  text: string,
  wanted: 'current' | 'removed',
): Promise<number[]> {
  return store.read(async (tx) => {
    const schema = await schemas.in(tx, rootId)
    const item = await itemOfRoot(tx, rootId, id)
    const retired = wanted === 'removed' ? await tx.revisions.retiredFields(rootId) : []
    const luids = text.split(',').map((luid) => luid.trim())
    const ids = luids.map((luid) => fieldIdsNamed(schema, item, luid, retired))
    const unknown = luids.filter((_, index) => ids[index]?.length === 0)
    if (unknown.length === 0) return ids.flat()
    const model = schema.modelById.get(item.modelId)
    const known = model?.fields.map(({ luid }) => luid).join(', ')
    throw new CommandError(
      `unknown field "${unknown.join('", "')}". Fields of ${model?.luid}: ${known}.`,
    )
  })
}
