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
    'Requests are those of this calendar month (UTC) that reached the origin; answers from a cache do',
    'not count. What a server counted is shown some seconds later. --root shows one root space alone.',
  ].join('\n'),
  async run(_, context) {
    const { settings, terminal } = context
    const store = await context.store()
    const only = settings.root === undefined ? undefined : await context.root()
    const rows = await store.read(async (tx) => {
      const wanted = only ? [only] : await tx.roots.list()
      return Promise.all(wanted.map((root) => rowOf(tx, root)))
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
    reason: { type: 'string', value: 'TEXT', about: 'what callers are told; in a header' },
  },
  details:
    'From now on every request to the API or for a file is answered 402, until octavo space resume.',
  async run({ options }, context) {
    const suspension = { since: Date.now(), reason: options.reason ?? 'ask its operator' }
    const { luid } = await changeRoot(context, () => ({ suspension }))
    context.terminal.note(`Suspended ${luid}.`)
  },
})

export const spaceResume = defineCommand({
  async run(_, context) {
    const { luid } = await changeRoot(context, () => ({ suspension: null }))
    context.terminal.note(`${luid} is active again.`)
  },
})

export const quotaSet = defineCommand({
  options: {
    items: { type: 'string', value: 'N|none', about: 'items, drafts included, without the trash' },
    'media-bytes': { type: 'string', value: 'N|none', about: 'bytes of all media' },
    requests: { type: 'string', value: 'N|none', about: 'requests a calendar month (UTC)' },
  },
  details:
    'What would go over a quota is answered 402. Quotas that are not named stay as they are.',
  async run({ options }, context) {
    const given = {
      ...quotaOf('items', 'items', options.items),
      ...quotaOf('mediaBytes', 'media-bytes', options['media-bytes']),
      ...quotaOf('requests', 'requests', options.requests),
    }
    if (Object.keys(given).length === 0)
      throw new UsageError('name a quota: --items, --media-bytes or --requests')
    const { luid } = await changeRoot(context, ({ quotas }) => ({
      quotas: { ...quotas, ...given },
    }))
    context.terminal.note(`Set the quotas of ${luid}. octavo usage shows them.`)
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
