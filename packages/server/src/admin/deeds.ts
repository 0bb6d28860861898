/** The change log as people read it. */
import type { Deed, DeedList } from '@octavo/schema/admin/deeds.ts'
import { languageOfScope, type Schema } from '@octavo/schema/schema.ts'
import { formatTime } from '@octavo/schema/times.ts'
import type { Change } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'
import type { DeedFilter } from '../store/studio-reads.ts'
import { namingActors } from './actors.ts'
import type { AdminCall } from './api.ts'
import { titleOf } from './contents/labels.ts'

export async function deedsOf(
  tx: ReadTransaction,
  call: AdminCall,
  filter: DeedFilter,
  limit: number,
): Promise<DeedList> {
  const { schema } = call.root
  const found = await tx.studio.deeds(filter, limit + 1)
  const changes = found.slice(0, limit)
  const nameActor = await namingActors(
    tx,
    schema.root.id,
    changes.map(({ actor }) => actor),
  )
  const subjectOf = await namingSubjects(tx, schema, changes)
  const deeds = changes.map((change): Deed => ({
    seq: change.seq,
    at: formatTime(change.at),
    kind: change.kind,
    subjectId: change.subjectId,
    subject: subjectOf(change),
    model: modelOf(change, schema),
    actor: nameActor(change.actor),
    action: change.action,
    languages: languagesOf(change, schema),
  }))
  return { deeds, next: found.length > limit ? (changes.at(-1)?.seq ?? null) : null }
}

/** What people call the things that were changed, each kind looked up at once. */
async function namingSubjects(
  tx: ReadTransaction,
  schema: Schema,
  changes: readonly Change[],
): Promise<(change: Change) => string> {
  const idsOf = (kind: Change['kind']): number[] => [
    ...new Set(changes.filter((change) => change.kind === kind).map(({ subjectId }) => subjectId)),
  ]
  const itemIds = idsOf('item')
  const mediaIds = idsOf('media')
  const items = itemIds.length > 0 ? await tx.items.load(itemIds) : []
  const media = mediaIds.length > 0 ? await tx.media.load(mediaIds) : []
  const keys = idsOf('key').length > 0 ? await tx.keys.list(schema.root.id) : []
  const users = idsOf('user').length > 0 ? await tx.users.list() : []
  const names = new Map<string, string>([
    ...items.map(
      (item) => [`item ${item.id}`, titleOf(item, schema, schema.mainLanguage)] as const,
    ),
    ...media.map(({ id, filename }) => [`media ${id}`, filename] as const),
    ...keys.map(({ id, name }) => [`key ${id}`, name] as const),
    ...users.map(({ id, name, email }) => [`user ${id}`, name || email] as const),
  ])
  return ({ kind, subjectId }) => names.get(`${kind} ${subjectId}`) ?? ''
}

export function modelOf({ modelId }: Change, schema: Schema): string | null {
  return modelId === null ? null : (schema.modelById.get(modelId)?.luid ?? null)
}

function languagesOf({ kind, scopes }: Change, schema: Schema): string[] {
  if (kind !== 'item') return []
  const ids = new Set(scopes.map(languageOfScope))
  return schema.root.languages.filter(({ id }) => ids.has(id)).map(({ key }) => key)
}
