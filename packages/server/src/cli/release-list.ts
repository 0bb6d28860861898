import { formatProblem } from '@octavo/schema/errors.ts'
import { formatTime } from '@octavo/schema/times.ts'
import { stateOf } from '../admin/releases/shown.ts'
import { conflictProblems } from '../content/releases/apply.ts'
import { languageName, wholeItem } from '../content/releases/entries.ts'
import { findRelease } from '../content/releases/find.ts'
import { checkRelease } from '../content/releases/validate.ts'
import { defineCommand } from './command.ts'
import { table } from './table.ts'

const pageSize = 1000

const json = { type: 'boolean', about: 'print JSON' } as const

export const releaseList = defineCommand({
  needsDatabase: true,
  options: { json, archived: { type: 'boolean', about: 'only archived releases' } },
  details: 'Scheduled ones first, by time; then the newest.',
  async run({ options }, context) {
    const { content, rootId } = await context.inRoot()
    const filter = { rootId, isArchived: options.archived === true }
    const rows = await content.store.read(async (tx) => {
      const { releases } = await tx.releases.list(filter, { limit: pageSize, offset: 0 })
      const shown = []
      for (const release of releases) {
        const { items } = await tx.releases.facts(release.id)
        const { luid, name, dueAt, publishedAt } = release
        const times = { at: timeText(dueAt), published_at: timeText(publishedAt) }
        shown.push({ luid, name, state: stateOf(release), items, ...times })
      }
      return shown
    })
    if (options.json) return context.terminal.print(JSON.stringify(rows, null, 2))
    const lines = rows.map(({ luid, name, state, items, at, published_at }) => [
      luid,
      name,
      state,
      String(items),
      at ?? published_at ?? '',
    ])
    const header = ['LUID', 'NAME', 'STATE', 'ITEMS', 'AT']
    for (const line of table([header, ...lines])) context.terminal.print(line)
  },
})

export const releaseShow = defineCommand({
  needsDatabase: true,
  options: { json },
  positionals: [{ name: 'LUID' }],
  async run({ positionals: [luid = ''], options }, context) {
    const { content, rootId } = await context.inRoot()
    const shown = await content.store.read(async (tx) => {
      const schema = await content.schemas.in(tx, rootId)
      const release = await findRelease(tx, rootId, luid)
      const { name, dueAt, publishedAt, undoneAt, problems } = release
      const entries = await tx.releases.stamps(release.id)
      return {
        luid,
        name,
        state: stateOf(release),
        at: timeText(dueAt),
        published_at: timeText(publishedAt),
        undone_at: timeText(undoneAt),
        problems: (problems ?? []).map(formatProblem),
        items: entries.map(({ itemId, languageId, action, addedAt }) => ({
          id: itemId,
          lang: languageId === wholeItem ? null : languageName(schema, languageId),
          change: action,
          added_at: formatTime(addedAt),
        })),
      }
    })
    const { terminal } = context
    if (options.json) return terminal.print(JSON.stringify(shown, null, 2))
    const time = shown.at ?? shown.published_at
    terminal.print(`${luid}  ${shown.name}  ${shown.state}${time ? `  ${time}` : ''}`)
    for (const problem of shown.problems) terminal.print(`failed: ${problem}`)
    const lines = shown.items.map(({ id, lang, change, added_at }) => [
      String(id),
      lang ?? 'all',
      change,
      added_at,
    ])
    for (const line of table([['ID', 'LANG', 'CHANGE', 'ADDED'], ...lines])) terminal.print(line)
  },
})

export const releaseValidate = defineCommand({
  needsDatabase: true,
  positionals: [{ name: 'LUID' }],
  details: [
    'Lists what would prevent publishing, and references to items that readers will not see. The exit code',
    'is 1 if the release cannot be published.',
  ].join('\n'),
  async run({ positionals: [luid = ''] }, context) {
    const { content, rootId } = await context.inRoot()
    const { check, schema } = await content.store.read(async (tx) => {
      const found = await content.schemas.in(tx, rootId)
      return { schema: found, check: await checkRelease(tx, found, luid, content.now()) }
    })
    const { problems, conflicts, references } = check
    const { terminal } = context
    const blocking = [...problems, ...conflictProblems(schema, conflicts)]
    for (const problem of blocking) terminal.print(formatProblem(problem))
    for (const { item, languageId, path, targetId } of references) {
      const place = `item ${item.id} (${languageName(schema, languageId)}), ${path}`
      terminal.print(`note: ${place} refers to item ${targetId}, which readers will not see`)
    }
    if (blocking.length > 0) return 1
    terminal.note(`Release ${luid} can be published.`)
    return 0
  },
})

function timeText(time: number | null): string | null {
  return time === null ? null : formatTime(time)
}
