import type { Space } from '@octavo/schema/definitions.ts'
import { views } from '@octavo/schema/field-types.ts'
import { formatTime, parseTime } from '@octavo/schema/times.ts'
import { createKey, disableKey, enableKey, listKeys, revokeKey } from '../access/keys.ts'
import type { KeyRecord } from '../store/records.ts'
import {
  CommandError,
  defineCommand,
  idOf,
  oneOf,
  required,
  UsageError,
  wholeNumber,
  type Command,
} from './command.ts'
import { table } from './table.ts'

export const keyCreate = defineCommand({
  options: {
    name: { type: 'string', value: 'NAME', about: 'name of the key (required)' },
    reads: {
      type: 'string',
      value: 'published|draft',
      about: 'data that the key reads (required)',
    },
    write: { type: 'boolean', about: 'may write contents and media' },
    'write-contents': { type: 'boolean', about: 'may write contents' },
    'write-media': { type: 'boolean', about: 'may write media' },
    'no-publish': {
      type: 'boolean',
      about: 'writes drafts only; may not change published content',
    },
    media: { type: 'boolean', about: 'may list media (keys that read drafts always may)' },
    spaces: {
      type: 'string',
      value: 'A,B',
      about: 'only these spaces; _parent is the parent space',
    },
    'read-limit': {
      type: 'string',
      value: 'N',
      about: 'reads per minute (default: 600); 0 for no limit',
    },
    'write-limit': {
      type: 'string',
      value: 'N',
      about: 'writes per minute (default: 30); 0 for no limit',
    },
    expires: {
      type: 'string',
      value: 'DATE',
      about: 'such as 2027-01-31 or 2027-01-31T12:00:00+09:00',
    },
  },
  details:
    'Prints only the key. Save it now: only its hash is stored, so it cannot be shown again.',
  async run(args, context) {
    const { options } = args
    const writesContents = options.write === true || options['write-contents'] === true
    if (options['no-publish'] && !writesContents) {
      throw new UsageError('--no-publish is for keys that write contents; add --write-contents')
    }
    const settings = {
      name: required(args, 'name'),
      reads: oneOf(required(args, 'reads'), views, 'reads'),
      writesContents,
      writesMedia: options.write === true || options['write-media'] === true,
      publishes: options['no-publish'] !== true,
      listsMedia: options.media === true,
      readLimit: wholeNumber(options['read-limit'], 'read-limit') ?? null,
      writeLimit: wholeNumber(options['write-limit'], 'write-limit') ?? null,
      expiresAt: options.expires === undefined ? null : expiryOf(options.expires, Date.now()),
    }
    const { content, rootId } = await context.inRoot()
    const { spaces } = await content.store.read((tx) => tx.roots.load(rootId))
    const spaceIds = options.spaces === undefined ? null : spaceIdsOf(options.spaces, spaces)
    const { key } = await createKey(content, { ...settings, rootId, spaceIds, actor: 'cli' })
    context.terminal.print(key)
  },
})

export const keyList = defineCommand({
  needsDatabase: true,
  async run(_, context) {
    const { content, rootId } = await context.inRoot()
    const { spaces } = await content.store.read((tx) => tx.roots.load(rootId))
    const keys = await listKeys(content, rootId)
    const header = [
      'ID',
      'NAME',
      'KEY',
      'READS',
      'WRITES',
      'SPACES',
      'LIMITS',
      'EXPIRES',
      'LAST USED',
    ]
    const uses = await content.store.read((tx) => tx.usage.lastUses(rootId))
    const rows = keys.map((key) => rowOf(key, spaces, uses.get(key.id)))
    for (const line of table([header, ...rows])) context.terminal.print(line)
  },
})

export const keyRevoke = stateCommand(
  'Revoked',
  revokeKey,
  'The key stops working immediately and cannot be enabled again.',
)
export const keyDisable = stateCommand(
  'Disabled',
  disableKey,
  'The key stops working immediately, until octavo key enable.',
)
export const keyEnable = stateCommand('Enabled', enableKey, 'The key works again.')

function stateCommand(done: string, change: typeof revokeKey, details: string): Command {
  return defineCommand({
    positionals: [{ name: 'ID' }],
    details: `${details}\nFor the ids, run octavo key list.`,
    async run({ positionals: [typed = ''] }, context) {
      const id = idOf(typed)
      const { content, rootId } = await context.inRoot()
      await change(content, { rootId, id, actor: 'cli' })
      context.terminal.note(`${done} key ${id}.`)
    },
  })
}

/** A date without a time means midnight UTC at its start. */
export function expiryOf(text: string, now: number): number {
  const time = parseTime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)
  if (time === undefined) {
    throw new UsageError(`--expires must be a date such as 2027-01-31, not "${text}"`)
  }
  if (time <= now) throw new UsageError(`--expires must be in the future, not ${text}`)
  return time
}

export function spaceIdsOf(text: string, spaces: readonly Space[]): number[] {
  const luids = text.split(',').map((luid) => luid.trim())
  const ids = luids.map((luid) => spaces.find((space) => space.luid === luid)?.id)
  const unknown = luids.filter((_, index) => ids[index] === undefined)
  if (unknown.length === 0) return [...new Set(ids.filter((id) => id !== undefined))]
  const known = spaces.map((space) => space.luid).join(', ')
  throw new CommandError(
    `unknown space "${unknown.join('", "')}". Spaces of this root space: ${known}.`,
  )
}

function rowOf(key: KeyRecord, spaces: readonly Space[], lastUsedAt: number | undefined): string[] {
  const contents = key.publishes ? 'contents' : 'drafts'
  const writes = [key.writesContents && contents, key.writesMedia && 'media'].filter(Boolean)
  const luids = key.spaceIds?.map((id) => spaces.find((space) => space.id === id)?.luid ?? `#${id}`)
  return [
    String(key.id),
    key.name,
    `${key.hint}…`,
    key.reads,
    writes.join(',') || '-',
    luids?.join(',') ?? 'all',
    `${limitText(key.readLimit)}/${limitText(key.writeLimit)}`,
    key.disabledAt === null ? timeText(key.expiresAt) : 'disabled',
    timeText(lastUsedAt),
  ]
}

export function timeText(time: number | null | undefined): string {
  return time === null || time === undefined ? '-' : formatTime(time)
}

function limitText(limit: number | null): string {
  if (limit === null) return 'default'
  return limit === 0 ? 'none' : String(limit)
}
