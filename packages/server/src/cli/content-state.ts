/** The state changes that the API has no endpoint for. */
import { changeState, type StateAction } from '../content/state.ts'
import {
  CommandError,
  defineCommand,
  idOf,
  UsageError,
  type Command,
  type Option,
} from './command.ts'
import type { CommandContext } from './context.ts'

const lang: Option = {
  type: 'string',
  value: 'LANGUAGE',
  about: 'only this language; default: all',
}
const ids = [{ name: 'ID', isMany: true }] as const

export const contentPublish = perLanguage('publish', 'Published')
export const contentUnpublish = perLanguage('unpublish', 'Unpublished')
export const contentArchive = whole('archive', 'Archived')
export const contentRestore = whole('restore', 'Restored')
export const contentDelete = whole('delete', 'Moved to the trash:')

function perLanguage(action: StateAction, done: string): Command {
  return defineCommand({
    options: { lang },
    positionals: ids,
    details: 'All of the items or none.',
    run: ({ positionals, options }, context) =>
      change(context, action, done, positionals, options.lang),
  })
}

/** Archive and trash know no languages: one alone is an error there, not a surprise. */
function whole(action: StateAction, done: string): Command {
  return defineCommand({
    options: { lang: { ...lang, about: 'not possible here: an item goes with all its languages' } },
    positionals: ids,
    details: 'All of the items or none.',
    async run({ positionals, options }, context) {
      if (options.lang !== undefined) {
        throw new UsageError(`${action} takes an item with all its languages: leave out --lang`)
      }
      await change(context, action, done, positionals, undefined)
    },
  })
}

async function change(
  context: CommandContext,
  action: StateAction,
  done: string,
  typed: readonly string[],
  languageKey: string | undefined,
): Promise<void> {
  const itemIds = typed.map(idOf)
  const { content, rootId } = await context.inRoot()
  const languageId =
    languageKey === undefined ? null : await languageIdOf(context, rootId, languageKey)
  await changeState(content, { rootId, actor: 'cli', ids: itemIds, action, languageId })
  const count = new Set(itemIds).size
  context.terminal.note(`${done} ${count} ${count === 1 ? 'item' : 'items'}.`)
}

async function languageIdOf(context: CommandContext, rootId: number, key: string): Promise<number> {
  const store = await context.store()
  const { languages } = await store.read((tx) => tx.roots.load(rootId))
  const language = languages.find((candidate) => candidate.key === key)
  if (language) return language.id
  const keys = languages.map((candidate) => candidate.key).join(', ')
  throw new CommandError(`there is no language "${key}" here. There is: ${keys}.`)
}
