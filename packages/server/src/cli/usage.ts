import type { RootSettings } from '@octavo/schema/definitions.ts'
import { monthOf } from '../access/usage.ts'
import { changeSettings } from '../content/settings.ts'
import type { RootRecord } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'
import { defineCommand, UsageError } from './command.ts'
import type { CommandContext } from './context.ts'
import { table } from './table.ts'

export const usage = defineCommand({
  needsDatabase: true,
  details: [
    'Requests are those of this calendar month (UTC) that reached the server; responses from an',
    'external cache do not count. Counts may be some seconds old. Use --root to show one root space.',
  ].join('\n'),
  async run(_, context) {
    const { settings, terminal } = context
    const store = await context.store()
    const only = settings.root === undefined ? undefined : await context.root()
    const rows = await store.read(async (tx) => {
      const roots = only ? [only] : await tx.roots.list()
      return Promise.all(roots.map((root) => rowOf(tx, root)))
    })
    const header = ['ROOT', 'STATE', 'ITEMS', 'MEDIA', 'MEDIA BYTES', 'REQUESTS']
    for (const line of table([header, ...rows])) terminal.print(line)
  },
})

async function rowOf(tx: ReadTransaction, { id, luid, settings }: RootRecord): Promise<string[]> {
  const { quotas, suspension } = settings
  const stored = await tx.usage.stored(id)
  const requests = await tx.usage.requests(id, monthOf(Date.now()))
  return [
    luid,
    suspension ? `suspended: ${suspension.reason}` : 'active',
    ofQuota(stored.items, quotas.items),
    String(stored.media),
    ofQuota(stored.mediaBytes, quotas.mediaBytes),
    ofQuota(requests, quotas.requests),
  ]
}

function ofQuota(used: number, quota: number | null): string {
  return quota === null ? String(used) : `${used} of ${quota}`
}

export const spaceSuspend = defineCommand({
  options: {
    reason: { type: 'string', value: 'TEXT', about: 'reason that the API returns to clients' },
  },
  details:
    'Every request to the API or for a media file returns 402 until you run octavo space resume.',
  async run({ options }, context) {
    const suspension = { since: Date.now(), reason: options.reason ?? 'contact its operator' }
    const { luid } = await changeRoot(context, () => ({ suspension }))
    context.terminal.note(`Suspended root space ${luid}. To resume it, run octavo space resume.`)
  },
})

export const spaceResume = defineCommand({
  async run(_, context) {
    const { luid } = await changeRoot(context, () => ({ suspension: null }))
    context.terminal.note(`Resumed root space ${luid}.`)
  },
})

export const quotaSet = defineCommand({
  options: {
    items: { type: 'string', value: 'N|none', about: 'items, including drafts, without the trash' },
    'media-bytes': {
      type: 'string',
      value: 'N|none',
      about: 'total size of all media files in bytes',
    },
    requests: { type: 'string', value: 'N|none', about: 'requests per calendar month (UTC)' },
  },
  details: 'Requests that exceed a quota return 402. Quotas without an option stay unchanged.',
  async run({ options }, context) {
    const given = {
      ...quotaOf('items', 'items', options.items),
      ...quotaOf('mediaBytes', 'media-bytes', options['media-bytes']),
      ...quotaOf('requests', 'requests', options.requests),
    }
    if (Object.keys(given).length === 0)
      throw new UsageError('give at least one of --items, --media-bytes and --requests')
    const { luid } = await changeRoot(context, ({ quotas }) => ({
      quotas: { ...quotas, ...given },
    }))
    context.terminal.note(`Updated the quotas of ${luid}. To see them, run octavo usage.`)
  },
})

async function changeRoot(
  context: CommandContext,
  settingsOf: (before: RootSettings) => Partial<RootSettings>,
): Promise<RootRecord> {
  const { content, rootId, root } = await context.inRoot()
  await changeSettings(content, { rootId, settings: settingsOf(root.settings), actor: 'cli' })
  return root
}

function quotaOf(
  name: string,
  option: string,
  text: string | undefined,
): Record<string, number | null> {
  if (text === undefined) return {}
  if (text === 'none') return { [name]: null }
  const number = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return { [name]: number }
  throw new UsageError(`--${option} must be a whole number or none, not "${text}"`)
}
