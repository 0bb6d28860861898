/** Display names for the actors and subjects in the change log. */
import type { Actor } from '@octavo/schema/admin/contents.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { ReadTransaction } from '../store/store.ts'
import { titledItems, titleOf } from './contents/labels.ts'

/** Names by actor or subject, such as `user:3` and `item:12`. Each kind is loaded in one query. */
export async function namesOf(
  tx: ReadTransaction,
  schema: Schema,
  things: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const parts = [...new Set(things)].map((thing) => thing.split(':'))
  const idsOf = (kind: string): number[] =>
    parts.flatMap(([own, id]) => (own === kind ? [Number(id)] : []))
  const [itemIds, mediaIds, releaseIds] = [idsOf('item'), idsOf('media'), idsOf('release')]
  const items = await titledItems(tx, schema, itemIds)
  const media = mediaIds.length > 0 ? await tx.media.load(mediaIds) : []
  const keys = idsOf('key').length > 0 ? await tx.keys.list(schema.root.id) : []
  const hooks = idsOf('webhook').length > 0 ? await tx.webhooks.list(schema.root.id) : []
  const tokens = idsOf('token').length > 0 ? await tx.tokens.list() : []
  const users = idsOf('user').length > 0 ? await tx.users.list() : []
  const releases = releaseIds.length > 0 ? await tx.releases.byId(releaseIds) : []
  return new Map<string, string>([
    ...items.map((item) => [`item:${item.id}`, titleOf(item, schema)] as const),
    ...media.map(({ id, filename }) => [`media:${id}`, filename] as const),
    ...keys.map(({ id, name }) => [`key:${id}`, name] as const),
    ...tokens.map(({ id, name }) => [`token:${id}`, name] as const),
    ...hooks.map(({ id, name }) => [`webhook:${id}`, name] as const),
    ...releases.map(({ id, name }) => [`release:${id}`, name] as const),
    ...users.map(({ id, name, email }) => [`user:${id}`, name || email] as const),
  ])
}

export function actorNamed(actor: string, names: ReadonlyMap<string, string>): Actor {
  return { ...splitActor(actor), name: names.get(actor) ?? '' }
}

export function splitActor(actor: string): Pick<Actor, 'kind' | 'id'> {
  const [kind = '', id] = actor.split(':')
  if (kind === 'user' || kind === 'key' || kind === 'token') return { kind, id: Number(id) }
  return { kind: kind === 'cli' ? 'cli' : 'system', id: null }
}
