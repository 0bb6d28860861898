/** Releases: named sets of changes that are published together. */
import { Refusal, type Problem } from '@octavo/schema/errors.ts'
import { parseInstant } from '@octavo/schema/zoned-time.ts'
import { addToRelease, removeFromRelease } from '../content/releases/entries.ts'
import * as manage from '../content/releases/manage.ts'
import { publishRelease, unscheduleRelease } from '../content/releases/publish.ts'
import { undoRelease } from '../content/releases/undo.ts'
import { defineCommand, idOf, UsageError } from './command.ts'
import type { CommandContext } from './context.ts'
import { languageIdOf } from './language.ts'
import { plural } from './plural.ts'

const lang = {
  type: 'string',
  value: 'LANGUAGE',
  about: 'only this language (default: all)',
} as const

const release = { name: 'LUID' } as const
const items = { name: 'ID', isMany: true } as const

export const releaseCreate = defineCommand({
  options: { name: { type: 'string', value: 'NAME', about: 'its name (default: the LUID)' } },
  positionals: [release],
  async run({ positionals: [luid = ''], options: { name } }, context) {
    const { content, request } = await requestOf(context, luid)
    await manage.createRelease(content, request, { luid, name }).catch(nameArguments)
    context.terminal.note(`Created release ${luid}.`)
  },
})

export const releaseAdd = defineCommand({
  options: {
    lang,
    unpublish: { type: 'boolean', about: 'unpublish the items instead' },
    delete: { type: 'boolean', about: 'move the items to the trash instead' },
  },
  positionals: [release, items],
  details: [
    'Copies the drafts as they are now. Later edits change nothing in the release until the items are added',
    'again. Adds all of the items, or none if one of them fails.',
  ].join('\n'),
  async run({ positionals: [luid = '', ...typed], options }, context) {
    if (options.unpublish && options.delete) {
      throw new UsageError('--unpublish and --delete exclude each other')
    }
    if (options.delete && options.lang !== undefined) {
      throw new UsageError('--delete applies to all languages of an item; remove --lang')
    }
    const ids = typed.map(idOf)
    const { content, request } = await requestOf(context, luid)
    const leaving = options.delete ? 'delete' : 'unpublish'
    const action = options.delete || options.unpublish ? leaving : 'publish'
    const languageId = await languageOf(context, options.lang)
    await addToRelease(content, { ...request, ids, action, languageId })
    context.terminal.note(`Added ${plural(new Set(ids).size, 'item')} to release ${luid}.`)
  },
})

export const releaseRemove = defineCommand({
  options: { lang },
  positionals: [release, items],
  details: 'Removes items from a release. The items themselves do not change.',
  async run({ positionals: [luid = '', ...typed], options }, context) {
    const ids = typed.map(idOf)
    const { content, request } = await requestOf(context, luid)
    const languageId = await languageOf(context, options.lang)
    await removeFromRelease(content, { ...request, ids, languageId })
    context.terminal.note(`Removed ${plural(new Set(ids).size, 'item')} from release ${luid}.`)
  },
})

export const releasePublish = defineCommand({
  options: {
    at: { type: 'string', value: 'TIME', about: 'when to publish it (default: now)' },
    overwrite: { type: 'boolean', about: 'also where an item was published after it was added' },
  },
  positionals: [release],
  details: [
    'Publishes everything at once, or nothing if one of the changes is not possible.',
    'TIME has an offset or a zone: 2026-12-01T09:00:00Z or 2026-12-01T09:00[Asia/Tokyo]. A running server',
    'publishes on time.',
  ].join('\n'),
  async run({ positionals: [luid = ''], options }, context) {
    const at = timeOf(options.at)
    const { content, request } = await requestOf(context, luid)
    const publication = { at, isOverwriting: options.overwrite === true }
    await publishRelease(content, { ...request, ...publication }).catch(nameArguments)
    context.terminal.note(`${at === undefined ? 'Published' : 'Scheduled'} release ${luid}.`)
  },
})

export const releaseUnschedule = defineCommand({
  positionals: [release],
  details: 'The release keeps its items and has no time.',
  async run({ positionals: [luid = ''] }, context) {
    const { content, request } = await requestOf(context, luid)
    await unscheduleRelease(content, request)
    context.terminal.note(`Cancelled the publication of release ${luid}.`)
  },
})

export const releaseUndo = defineCommand({
  positionals: [release],
  details: [
    'Makes public what was public before. The released content becomes drafts. Fails with a list if something',
    'changed since.',
  ].join('\n'),
  async run({ positionals: [luid = ''] }, context) {
    const { content, request } = await requestOf(context, luid)
    await undoRelease(content, request)
    context.terminal.note(`Undid release ${luid}.`)
  },
})

export const releaseDelete = defineCommand({
  positionals: [release],
  details: 'Only releases that are not published. The items themselves do not change.',
  async run({ positionals: [luid = ''] }, context) {
    const { content, request } = await requestOf(context, luid)
    await manage.deleteRelease(content, request)
    context.terminal.note(`Deleted release ${luid}.`)
  },
})

async function requestOf(context: CommandContext, luid: string) {
  const { content, rootId } = await context.inRoot()
  return { content, request: { rootId, luid, actor: 'cli', canPublish: true, spaceIds: null } }
}

async function languageOf(context: CommandContext, key: string | undefined) {
  const { content, rootId } = await context.inRoot()
  return key === undefined ? null : languageIdOf(content.store, rootId, key)
}

const argumentOf: Record<string, string> = { luid: 'LUID', at: '--at' }

/** Problems are at properties of the management API; here they were typed as arguments. */
function nameArguments(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  const named = (one: Problem): Problem => ({ ...one, path: argumentOf[one.path] ?? one.path })
  throw new Refusal(error.kind, error.problems.map(named))
}

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = parseInstant(text)
  if (typeof time === 'number') return time
  throw new UsageError(`--at ${time.message}, not "${text}"`)
}
