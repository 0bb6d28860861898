import { parseTime } from '@octavo/schema/times.ts'
import { statusPath } from '../webhooks/deploy/report.ts'
import * as manage from '../webhooks/manage.ts'
import { defineCommand, idOf, required, UsageError, type Command } from './command.ts'
import type { CommandContext } from './context.ts'
import { cleared, settingOptions, settingsOf } from './webhook-settings.ts'

export const webhookCreate = defineCommand({
  options: settingOptions,
  details: [
    'Prints the id and the signing secret as JSON. The secret cannot be shown again.',
    'With --deploy also the path at which a build reports its state; --events is optional then.',
    'Private addresses are refused when events are sent, except those in OCTAVO_WEBHOOK_ALLOW.',
  ].join('\n'),
  async run(args, context) {
    for (const name of ['name', 'target'] as const) required(args, name)
    if (args.options.deploy === undefined) required(args, 'events')
    const settings = await settingsOf(args.options)
    const { content, rootId } = await context.inRoot()
    const created = await manage.createWebhook(content, { rootId, actor: 'cli' }, settings)
    const status = settings.deploy && { status_path: statusPath(created) }
    context.terminal.print(JSON.stringify({ ...created, ...status }))
  },
})

export const webhookUpdate = defineCommand({
  positionals: [{ name: 'ID' }],
  options: {
    ...settingOptions,
    'no-drafts': { type: 'boolean', about: 'no events of drafts' },
    clear: {
      type: 'string',
      value: 'A,B',
      about: 'remove settings: models, spaces, langs, where, headers, template, rate',
    },
  },
  details: 'Changes only what is given.\nFor the ids, run octavo webhook list.',
  async run({ positionals: [typed = ''], options }, context) {
    const settings = { ...cleared(options.clear), ...(await settingsOf(options)) }
    if (options['no-drafts'] && options.drafts) {
      throw new UsageError('--drafts and --no-drafts exclude each other')
    }
    const drafts = options['no-drafts'] ? { includesDrafts: false } : {}
    const id = idOf(typed)
    const request = await requestOf(context, id)
    await manage.updateWebhook(request.content, request, { ...settings, ...drafts })
    context.terminal.note(`Changed webhook ${id}.`)
  },
})

export const webhookEnable = stateCommand('Enabled', manage.enableWebhook, [
  'Events from now on are delivered. For earlier ones, run octavo webhook replay.',
])
export const webhookDisable = stateCommand('Disabled', manage.disableWebhook, [
  'Pending deliveries are stopped, until octavo webhook enable and replay.',
])
export const webhookDelete = stateCommand('Deleted', manage.deleteWebhook, [
  'Its deliveries are deleted too.',
])

function stateCommand(
  done: string,
  change: typeof manage.enableWebhook,
  details: readonly string[],
): Command {
  return defineCommand({
    positionals: [{ name: 'ID' }],
    details: [...details, 'For the ids, run octavo webhook list.'].join('\n'),
    async run({ positionals: [typed = ''] }, context) {
      const id = idOf(typed)
      const request = await requestOf(context, id)
      await change(request.content, request)
      context.terminal.note(`${done} webhook ${id}.`)
    },
  })
}

export const webhookDeploy = defineCommand({
  positionals: [{ name: 'ID' }],
  details: [
    'Requests a build at once, for all changes so far. A server must be running.',
    'For the result, run octavo webhook list or octavo webhook deliveries.',
  ].join('\n'),
  async run({ positionals: [typed = ''] }, context) {
    const id = idOf(typed)
    const request = await requestOf(context, id)
    await manage.startDeploy(request.content, request)
    context.terminal.note(`Requested a build of deploy hook ${id}.`)
  },
})

export const webhookRotate = defineCommand({
  positionals: [{ name: 'ID' }],
  details: 'Prints the new secret as JSON. For 24 hours, requests are signed with both secrets.',
  async run({ positionals: [typed = ''] }, context) {
    const id = idOf(typed)
    const request = await requestOf(context, id)
    const secret = await manage.rotateSecret(request.content, request)
    context.terminal.print(JSON.stringify({ id, secret }))
  },
})

export const webhookReplay = defineCommand({
  positionals: [{ name: 'ID' }],
  options: {
    since: { type: 'string', value: 'TIME', about: 'only deliveries from this time on' },
    delivery: { type: 'string', value: 'N', about: 'only this delivery, whatever its state' },
  },
  details: [
    'Attempts the failed and stopped deliveries of a webhook again.',
    'For the deliveries, run octavo webhook deliveries.',
  ].join('\n'),
  async run({ positionals: [typed = ''], options: { since, delivery } }, context) {
    const choice = {
      since: since === undefined ? undefined : timeIn(since),
      eventId: delivery === undefined ? undefined : idOf(delivery),
    }
    const request = await requestOf(context, idOf(typed))
    const count = await manage.replayDeliveries(request.content, request, choice)
    context.terminal.note(`Replaying ${count} ${count === 1 ? 'delivery' : 'deliveries'}.`)
  },
})

function timeIn(text: string): number {
  const time = parseTime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)
  if (time !== undefined) return time
  throw new UsageError(`--since must be a time such as 2026-11-18T09:00:00Z, not "${text}"`)
}

async function requestOf(context: CommandContext, id: number) {
  const { content, rootId } = await context.inRoot()
  return { content, rootId, id, actor: 'cli' }
}
