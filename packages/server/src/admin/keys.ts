import type { KeyInfo } from '@octavo/schema/admin/settings.ts'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { formatTime, parseTime } from '@octavo/schema/times.ts'
import { say } from '@octavo/schema/problems.ts'
import { createKey, editKey, listKeys, revokeKey } from '../access/keys.ts'
import type { ContentContext } from '../content/context.ts'
import type { KeyRecord } from '../store/records.ts'
import { actorOf, type AdminCall, type AdminHandlers } from './api.ts'
import { done, idIn, notFoundError } from './checks.ts'
import { timeOf } from './contents/editable.ts'

export function keyHandlers(deps: ContentContext) {
  async function shown(call: AdminCall, id: number): Promise<KeyInfo> {
    const { keys } = await list(deps, call)
    const key = keys.find((candidate) => candidate.id === id)
    if (key) return key
    throw notFoundError('key')
  }
  return {
    listKeys: (call) => list(deps, call),
    createKey: async (call, { spaces, expiresAt, ...given }) => {
      const { id, key } = await createKey(deps, {
        writesContents: false,
        writesMedia: false,
        publishes: true,
        listsMedia: false,
        readLimit: null,
        writeLimit: null,
        ...given,
        rootId: call.root.schema.root.id,
        spaceIds: spaceIdsOf(spaces ?? null, call.root.schema),
        expiresAt: expiryOf(expiresAt ?? null, deps.now()),
        actor: actorOf(call),
      })
      return { key, info: await shown(call, id) }
    },
    changeKey: async (call, { spaces, expiresAt, isDisabled, ...given }) => {
      const id = idIn(call, 'key')
      const key = { rootId: call.root.schema.root.id, id, actor: actorOf(call) }
      await editKey(deps, key, {
        ...given,
        ...(spaces !== undefined && { spaceIds: spaceIdsOf(spaces, call.root.schema) }),
        ...(expiresAt !== undefined && { expiresAt: expiryOf(expiresAt, deps.now()) }),
        ...(isDisabled !== undefined && { disabledAt: isDisabled ? deps.now() : null }),
      })
      return shown(call, id)
    },
    revokeKey: async (call) => {
      const rootId = call.root.schema.root.id
      await revokeKey(deps, { rootId, id: idIn(call, 'key'), actor: actorOf(call) })
      return done
    },
  } satisfies Partial<AdminHandlers>
}

async function list(deps: ContentContext, call: AdminCall): Promise<{ keys: KeyInfo[] }> {
  const { schema } = call.root
  const keys = await listKeys(deps, schema.root.id)
  const uses = await deps.store.read((tx) => tx.usage.lastUses(schema.root.id))
  return { keys: keys.map((key) => infoOf(key, schema, uses.get(key.id) ?? null)) }
}

function infoOf(key: KeyRecord, schema: Schema, lastUsedAt: number | null): KeyInfo {
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    reads: key.reads,
    spaces: key.spaceIds?.flatMap((id) => schema.spaceById.get(id)?.luid ?? []) ?? null,
    writesContents: key.writesContents,
    writesMedia: key.writesMedia,
    publishes: key.publishes,
    listsMedia: key.listsMedia,
    readLimit: key.readLimit,
    writeLimit: key.writeLimit,
    expiresAt: timeOf(key.expiresAt),
    disabledAt: timeOf(key.disabledAt),
    createdAt: formatTime(key.createdAt),
    lastUsedAt: timeOf(lastUsedAt),
  }
}

function spaceIdsOf(luids: readonly string[] | null, schema: Schema): number[] | null {
  const problems = (luids ?? []).flatMap((luid, index) =>
    schema.spaceByLuid.has(luid) ? [] : [problemAt(`spaces[${index}]`, say('noSpace'))],
  )
  if (problems.length > 0) throw new Refusal('badRequest', problems)
  return luids && [...new Set(luids.flatMap((luid) => schema.spaceByLuid.get(luid)?.id ?? []))]
}

export function expiryOf(value: string | null, now: number): number | null {
  if (value === null) return null
  const time = parseTime(value)
  if (time !== undefined && time > now) return time
  throw new Refusal('badRequest', [problemAt('expiresAt', say('pastTime'))])
}
