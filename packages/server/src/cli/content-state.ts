/** State changes that have no endpoint in the API. */
import { changeState, type StateAction } from '../content/state.ts'
import { defineCommand, idOf, UsageError, type Command } from './command.ts'
import { languageIdOf } from './language.ts'
import { plural } from './plural.ts'

const perLanguage = 'only this language (default: all)'
const oneLanguage = 'the language to remove (required); not the main language'
/** These apply to all languages of an item, so `--lang` is an error there. */
const allLanguages = 'not allowed: this applies to all languages of an item'

export const contentPublish = changing('publish', 'Published', perLanguage)
export const contentUnpublish = changing('unpublish', 'Unpublished', perLanguage)
export const contentDraft = changing('add draft', 'Added drafts to', allLanguages)
export const contentDiscard = changing('discard draft', 'Discarded the drafts of', perLanguage)
export const contentRemove = changing('remove language', 'Removed the language from', oneLanguage)
export const contentArchive = changing('archive', 'Archived', allLanguages)
export const contentRestore = changing('restore', 'Restored', allLanguages)
export const contentDelete = changing('delete', 'Moved to trash:', allLanguages)

function changing(action: StateAction, done: string, about: string): Command {
  return defineCommand({
    options: { lang: { type: 'string', value: 'LANGUAGE', about } },
    positionals: [{ name: 'ID', isMany: true }],
    details: 'Changes all of the items, or none if one of them fails.',
    async run({ positionals, options: { lang } }, context) {
      if (lang !== undefined && about === allLanguages) {
        throw new UsageError(`${action} applies to all languages of an item; remove --lang`)
      }
      if (lang === undefined && about === oneLanguage) throw new UsageError('missing option --lang')
      const ids = positionals.map(idOf)
      const { content, rootId } = await context.inRoot()
      const languageId = lang === undefined ? null : await languageIdOf(content.store, rootId, lang)
      await changeState(content, { rootId, actor: 'cli', ids, action, languageId })
      context.terminal.note(`${done} ${plural(new Set(ids).size, 'item')}.`)
    },
  })
}
