/** Whether a stream that was opened with a key may continue. */
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import type { KeyRecord } from '../store/records.ts'
import type { GoawayReason } from './event-stream.ts'

export function keyFault(
  opened: KeyRecord,
  current: KeyRecord | undefined,
  root: RootDefinition | undefined,
  now: number,
): GoawayReason | undefined {
  if (!current || current.disabledAt !== null || isExpired(current, now)) return 'key-revoked'
  if (root?.settings.suspension) return 'suspended'
  return permissionsOf(opened) === permissionsOf(current) ? undefined : 'key-changed'
}

function isExpired({ expiresAt }: KeyRecord, now: number): boolean {
  return expiresAt !== null && expiresAt <= now
}

/** Thousands of streams are compared every few seconds. */
const permissions = new WeakMap<KeyRecord, string>()

/** The settings that decide what a stream shows, and how often the key may connect. */
function permissionsOf(key: KeyRecord): string {
  const known = permissions.get(key)
  if (known !== undefined) return known
  const { reads, spaceIds, listsMedia, readLimit } = key
  const text = JSON.stringify([reads, spaceIds, listsMedia, readLimit])
  permissions.set(key, text)
  return text
}
