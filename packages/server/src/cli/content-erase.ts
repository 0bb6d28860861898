import { eraseValues } from '../content/revisions/erase.ts'
import { CommandError, defineCommand, idOf, UsageError } from './command.ts'
import { fieldIdsIn } from './item.ts'
import { languageIdOf } from './language.ts'

export const contentErase = defineCommand({
  needsDatabase: true,
  options: {
    fields: { type: 'string', value: 'A,B', about: 'erase these fields, also removed ones' },
    all: { type: 'boolean', about: 'erase all fields' },
    lang: { type: 'string', value: 'LANGUAGE', about: 'only this language (default: all)' },
    yes: { type: 'boolean', about: 'erase the values permanently' },
  },
  positionals: [{ name: 'ID' }],
  details: [
    'Erases values from the draft, all revisions, schedules, releases and webhook deliveries of an item.',
    'Fails while one of the values is published. Earlier backups still contain the values.',
  ].join('\n'),
  async run({ positionals: [typed = ''], options: { fields, all, lang, yes } }, context) {
    const id = idOf(typed)
    if ((fields === undefined) === (all !== true)) {
      throw new UsageError('set either --fields or --all')
    }
    const { content, rootId } = await context.inRoot()
    const place = { rootId, id }
    const fieldIds =
      fields === undefined ? null : await fieldIdsIn(content, place, fields, 'removed')
    const languageId = lang === undefined ? null : await languageIdOf(content.store, rootId, lang)
    if (!yes) throw new CommandError('erased values cannot be restored. To erase them, pass --yes.')
    await eraseValues(content, { ...place, actor: 'cli', fieldIds, languageId })
    context.terminal.note(`Erased ${fields ?? 'all values'} of item ${id}.`)
  },
})
