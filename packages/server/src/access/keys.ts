import { hash, randomInt, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@octavo/schema/errors.ts'
import type { ContentContext } from '../content/context.ts'
import type { Snapshot } from '../store/reading.ts'
import type { KeyRecord, NewChange } from '../store/records.ts'
import type { WriteTransaction } from '../store/store.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 40
/** `octavo_<id>_<secret>`: the id identifies the key, the secret authenticates it. */
const keyPattern = /^octavo_([1-9]\d{0,15})_([0-9A-Za-z]{32,128})$/

export interface NewKey extends Omit<
  KeyRecord,
  'id' | 'secretHash' | 'hint' | 'disabledAt' | 'createdAt'
> {
  actor: string
}

/** Creates a key. Its text is available only now. */
export function createKey(
  context: ContentContext,
  { actor, ...settings }: NewKey,
): Promise<{ id: number; key: string }> {
  const characters = Array.from(
    { length: secretLength },
    () => alphabet[randomInt(alphabet.length)],
  )
  const secret = characters.join('')
  return context.store.write(async (tx) => {
    const [id = 0] = await tx.ids.allocate('key', 1)
    const key = `octavo_${id}_${secret}`
    const at = context.now()
    await tx.keys.insert({
      ...settings,
      id,
      secretHash: hashOf(secret),
      hint: key.slice(0, -secretLength + 4),
      disabledAt: null,
      createdAt: at,
    })
    await tx.changes.append([changeOf(settings.rootId, id, actor, 'create', at)])
    return { id, key }
  })
}

export function listKeys(context: ContentContext, rootId: number): Promise<KeyRecord[]> {
  return context.store.read((tx) => tx.keys.list(rootId))
}

interface KeyRequest {
  rootId: number
  id: number
  actor: string
}

/** The key stops working immediately, everywhere and permanently. */
export function revokeKey(context: ContentContext, request: KeyRequest): Promise<void> {
  return changeKey(context, request, 'revoke', (tx, { id }) => tx.keys.remove(id))
}

/** The key stops working immediately and everywhere until it is enabled again. */
export function disableKey(context: ContentContext, request: KeyRequest): Promise<void> {
  return changeKey(context, request, 'disable', (tx, key, at) =>
    tx.keys.update({ ...key, disabledAt: key.disabledAt ?? at }),
  )
}

export function enableKey(context: ContentContext, request: KeyRequest): Promise<void> {
  return changeKey(context, request, 'enable', (tx, key) =>
    tx.keys.update({ ...key, disabledAt: null }),
  )
}

export type KeySettings = Partial<
  Omit<KeyRecord, 'id' | 'rootId' | 'secretHash' | 'hint' | 'reads' | 'createdAt'>
>

/**
 * Changes the permissions of a key from the next request on. Its view cannot change: create another key
 * instead.
 */
export function editKey(
  context: ContentContext,
  request: KeyRequest,
  settings: KeySettings,
): Promise<void> {
  return changeKey(context, request, 'change', (tx, key) => tx.keys.update({ ...key, ...settings }))
}

function changeKey(
  context: ContentContext,
  { rootId, id, actor }: KeyRequest,
  action: string,
  change: (tx: WriteTransaction, key: KeyRecord, at: number) => Promise<void>,
): Promise<void> {
  return context.store.write(async (tx) => {
    const key = await tx.keys.load(id)
    if (key?.rootId !== rootId) throw new Refusal('notFound', `there is no key ${id}`)
    const at = context.now()
    await change(tx, key, at)
    await tx.changes.append([changeOf(rootId, id, actor, action, at)])
  })
}

/** A key as presented in a request, not verified yet. */
export function parseKey(text: string): { id: number; secret: string } | undefined {
  const [, id = '', secret = ''] = keyPattern.exec(text) ?? []
  return Number.isSafeInteger(Number(id)) && secret !== '' ? { id: Number(id), secret } : undefined
}

/** The presented key, or why it is not valid. Only a client with the secret learns its state. */
export async function findKey(
  snapshot: Pick<Snapshot, 'key'>,
  text: string,
  now: number,
): Promise<KeyRecord | KeyFault> {
  const presented = parseKey(text)
  if (!presented) return 'unknown'
  const { id, secret } = presented
  const key = await snapshot.key(id)
  const isSame = isHashOf(secret, key?.secretHash ?? dummyHash)
  if (!key || !isSame) return 'unknown'
  if (key.disabledAt !== null) return 'disabled'
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : key
}

export type KeyFault = 'unknown' | 'disabled' | 'expired'

/** Compared for unknown keys, so that an unknown id takes as long as a wrong secret. */
const dummyHash = hashOf('')

function isHashOf(secret: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(expected))
}

function hashOf(secret: string): string {
  return hash('sha256', secret)
}

function changeOf(
  rootId: number,
  subjectId: number,
  actor: string,
  action: string,
  at: number,
): NewChange {
  return { at, rootId, kind: 'key', subjectId, modelId: null, actor, action, scopes: [] }
}
