import { Refusal } from '@octavo/schema/errors.ts'
import { parseInstant } from '@octavo/schema/zoned-time.ts'
import { scheduleItem, unscheduleItem } from '../content/schedules/schedule.ts'
import { defineCommand, idOf, UsageError } from './command.ts'
import type { CommandContext } from './context.ts'
import { languageIdOf } from './language.ts'

const lang = {
  type: 'string',
  value: 'LANGUAGE',
  about: 'only this language (default: all)',
} as const

export const contentSchedule = defineCommand({
  options: {
    'publish-at': {
      type: 'string',
      value: 'TIME',
      about: 'when to publish the draft as it is now',
    },
    'unpublish-at': { type: 'string', value: 'TIME', about: 'when to unpublish' },
    lang,
  },
  positionals: [{ name: 'ID' }],
  details: [
    'TIME has an offset or a zone: 2026-12-01T09:00:00Z, 2026-12-01T09:00:00+09:00 or',
    '2026-12-01T09:00[Asia/Tokyo]. Later edits change nothing until the item is scheduled again. A running',
    'server publishes on time; after downtime, everything that is due is done first, in order.',
  ].join('\n'),
  async run({ positionals: [typed = ''], options }, context) {
    const id = idOf(typed)
    const publishAt = timeOf(options['publish-at'], 'publish-at')
    const unpublishAt = timeOf(options['unpublish-at'], 'unpublish-at')
    if (publishAt === undefined && unpublishAt === undefined) {
      throw new UsageError('set --publish-at, --unpublish-at or both')
    }
    const { content, ...place } = await placeOf(context, options.lang)
    await scheduleItem(content, { ...place, id, publishAt, unpublishAt }).catch(nameOptions)
    context.terminal.note(`Scheduled item ${id}.`)
  },
})

export const contentUnschedule = defineCommand({
  options: { lang },
  positionals: [{ name: 'ID' }],
  details: 'Cancels pending schedules and removes failed ones.',
  async run({ positionals: [typed = ''], options }, context) {
    const id = idOf(typed)
    const { content, ...place } = await placeOf(context, options.lang)
    await unscheduleItem(content, { ...place, id })
    context.terminal.note(`Cancelled the schedules of item ${id}.`)
  },
})

async function placeOf(context: CommandContext, key: string | undefined) {
  const { content, rootId } = await context.inRoot()
  const languageId = key === undefined ? null : await languageIdOf(content.store, rootId, key)
  return { content, rootId, languageId, actor: 'cli' }
}

const optionOf: Record<string, string> = {
  publishAt: '--publish-at',
  unpublishAt: '--unpublish-at',
}

/** Problems are at properties of the management API; here they were typed as options. */
function nameOptions(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  const problems = error.problems.map((one) => ({ ...one, path: optionOf[one.path] ?? one.path }))
  throw new Refusal(error.kind, problems)
}

function timeOf(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined
  const time = parseInstant(text)
  if (typeof time === 'number') return time
  throw new UsageError(`--${name} ${time.message}, not "${text}"`)
}
