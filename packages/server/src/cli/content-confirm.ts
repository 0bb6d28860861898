import { confirmTranslation } from '../content/translations.ts'
import { defineCommand, idOf, required } from './command.ts'
import { languageIdOf } from './language.ts'

export const contentConfirm = defineCommand({
  needsDatabase: true,
  options: {
    lang: { type: 'string', value: 'LANGUAGE', about: 'language of the translation (required)' },
  },
  positionals: [{ name: 'ID' }],
  details: [
    'A translation is outdated if the text of the main language has changed since. After this command,',
    'Studio lists it as up to date until the next change. Published data does not change.',
  ].join('\n'),
  async run(args, context) {
    const id = idOf(args.positionals[0] ?? '')
    const lang = required(args, 'lang')
    const { content, rootId } = await context.inRoot()
    const languageId = await languageIdOf(content.store, rootId, lang)
    const isChanged = await confirmTranslation(content, { rootId, actor: 'cli', id, languageId })
    context.terminal.note(
      isChanged
        ? `Marked the translation of item ${id} (${lang}) as up to date.`
        : `The translation of item ${id} (${lang}) is already up to date.`,
    )
  },
})
