/** The state changes that the API has no endpoint for. */
import { changeState, type StateAction } from '../content/state.ts'
import type { Store } from '../store/store.ts'
import { CommandError, defineCommand, idOf, UsageError, type Command } from './command.ts'

const perLanguage = 'only this language; default: all'
/** Archive and trash know no languages: one alone is an error there, not a surprise. */
const whole = 'not possible here: an item goes with all its languages'

export const contentPublish = changing('publish', 'Published', perLanguage)
export const contentUnpublish = changing('unpublish', 'Unpublished', perLanguage)
export const contentArchive = changing('archive', 'Archived', whole)
export const contentRestore = changing('restore', 'Restored', whole)
export const contentDelete = changing('delete', 'Moved to the trash:', whole)

function changing(action: StateAction, done: string, about: string): Command {
  return defineCommand({
    options: { lang: { type: 'string', value: 'LANGUAGE', about } },
    positionals: [{ name: 'ID', isMany: true }],
    details: 'All of the items or none.',
    async run({ positionals, options: { lang } }, context) {
      if (lang !== undefined && about === whole) {
        throw new UsageError(`${action} takes an item with all its languages: leave out --lang`)
      }
      const ids = positionals.map(idOf)
      const { content, rootId } = await context.inRoot()
      const languageId = lang === undefined ? null : await languageIdOf(content.store, rootId, lang)
      await changeState(content, { rootId, actor: 'cli', ids, action, languageId })
      const count = new Set(ids).size
      context.terminal.note(`${done} ${count} ${count === 1 ? 'item' : 'items'}.`)
    },
  })
}

async function languageIdOf(store: Store, rootId: number, key: string): Promise<number> {
  const { languages } = await store.read((tx) => tx.roots.load(rootId))
  const language = languages.find((candidate) => candidate.key === key)
  if (language) return language.id
  const keys = languages.map((candidate) => candidate.key).join(', ')
  throw new CommandError(`there is no language "${key}" here. There is: ${keys}.`)
}
