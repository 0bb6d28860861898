/** Who stands behind the short names of the change log. */
import type { Actor } from '@octavo/schema/admin/contents.ts'
import type { ReadTransaction } from '../store/store.ts'

export type NameActor = (actor: string) => Actor

/** Looks all of them up at once. */
export async function namingActors(
  tx: ReadTransaction,
  rootId: number,
  actors: readonly string[],
): Promise<NameActor> {
  const needsUsers = actors.some((actor) => actor.startsWith('user:'))
  const needsKeys = actors.some((actor) => actor.startsWith('key:'))
  const users = needsUsers ? await tx.users.list() : []
  const keys = needsKeys ? await tx.keys.list(rootId) : []
  const names = new Map<string, string>([
    ...users.map((user) => [`user:${user.id}`, user.name || user.email] as const),
    ...keys.map((key) => [`key:${key.id}`, key.name] as const),
  ])
  return (actor) => ({ ...splitActor(actor), name: names.get(actor) ?? '' })
}

export function splitActor(actor: string): Pick<Actor, 'kind' | 'id'> {
  const [kind = '', id] = actor.split(':')
  if (kind === 'user' || kind === 'key') return { kind, id: Number(id) }
  return { kind: kind === 'cli' ? 'cli' : 'system', id: null }
}
