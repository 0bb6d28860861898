import { languageIdOf } from './language.ts'
import { changeAlts, changeMediaState, type MediaAction } from '../media/media-state.ts'
import type { MediaRecord } from '../store/records.ts'
import { defineCommand, idOf, type Command } from './command.ts'
import { plural } from './plural.ts'

const batchSize = 500

export const mediaList = defineCommand({
  needsDatabase: true,
  details: 'Columns, separated by tabs: id, space, state, type, bytes, file name.',
  async run(_, context) {
    const store = await context.store()
    const { id: rootId } = await context.root()
    const { spaces } = await store.read((tx) => tx.roots.load(rootId))
    const luids = new Map(spaces.map(({ id, luid }) => [id, luid]))
    for (let lastId: number | undefined = 0; lastId !== undefined;) {
      const after: number = lastId
      const batch = await store.read((tx) => tx.media.after(rootId, after, batchSize))
      for (const media of batch) {
        const { id, type, bytes, filename } = media
        const line = [id, luids.get(media.spaceId), stateOf(media), type, bytes, filename].join(
          '\t',
        )
        await context.terminal.write(`${line}\n`)
      }
      lastId = batch.at(-1)?.id
    }
  },
})

function stateOf({ archivedAt, deletedAt }: MediaRecord): string {
  if (deletedAt !== null) return 'trash'
  return archivedAt === null ? 'current' : 'archived'
}

export const mediaAlt = defineCommand({
  options: {
    lang: {
      type: 'string',
      value: 'LANGUAGE',
      about: 'language of the text (default: the main one)',
    },
  },
  positionals: [{ name: 'ID' }, { name: 'TEXT' }],
  details: 'An empty text removes the alternative text of this language.',
  async run({ positionals: [typed = '', text = ''], options: { lang } }, context) {
    const id = idOf(typed)
    const { content, rootId } = await context.inRoot()
    const languageId = await languageIdOf(content.store, rootId, lang)
    const alts = new Map([[languageId, text === '' ? null : text]])
    await changeAlts(content, { rootId, actor: 'cli', id, alts })
    context.terminal.note(text === '' ? 'Removed the text.' : 'Changed the text.')
  },
})

export const mediaArchive = changing('archive', 'Archived')
export const mediaRestore = changing('restore', 'Restored')
export const mediaDelete = changing('delete', 'Moved to trash:')

function changing(action: MediaAction, done: string): Command {
  return defineCommand({
    positionals: [{ name: 'ID', isMany: true }],
    details: 'Changes all of the media items, or none if one of them fails.',
    async run({ positionals }, context) {
      const ids = positionals.map(idOf)
      const { content, rootId } = await context.inRoot()
      await changeMediaState(content, { rootId, actor: 'cli', ids, action })
      context.terminal.note(`${done} ${plural(new Set(ids).size, 'media item')}.`)
    },
  })
}
