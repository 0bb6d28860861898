/** State changes that have no endpoint in the API. */
import { changeState, type StateAction } from '../content/state.ts'
import type { Store } from '../store/store.ts'
import { CommandError, defineCommand, idOf, UsageError, type Command } from './command.ts'
import { plural } from './plural.ts'

const perLanguage = 'only this language (default: all)'
/** Archive and trash apply to all languages of an item, so `--lang` is an error there. */
const allLanguages = 'not allowed: this applies to all languages of an item'

export const contentPublish = changing('publish', 'Published', perLanguage)
export const contentUnpublish = changing('unpublish', 'Unpublished', perLanguage)
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
      const ids = positionals.map(idOf)
      const { content, rootId } = await context.inRoot()
      const languageId = lang === undefined ? null : await languageIdOf(content.store, rootId, lang)
      await changeState(content, { rootId, actor: 'cli', ids, action, languageId })
      context.terminal.note(`${done} ${plural(new Set(ids).size, 'item')}.`)
    },
  })
}

async function languageIdOf(store: Store, rootId: number, key: string): Promise<number> {
  const { languages } = await store.read((tx) => tx.roots.load(rootId))
  const language = languages.find((candidate) => candidate.key === key)
  if (language) return language.id
  const keys = languages.map((candidate) => candidate.key).join(', ')
  throw new CommandError(`unknown language "${key}". Languages of this root space: ${keys}.`)
}
