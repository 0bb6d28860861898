import { languageIdOf } from './language.ts'
import { changeMediaState, editMedia, type MediaAction } from '../media/media-state.ts'
import type { MediaRecord } from '../store/records.ts'
import { focusOf } from '@octavo/schema/media-labels.ts'
import { defineCommand, idOf, required, UsageError, type Command } from './command.ts'
import { folderFrom, tagsFrom } from './media-labels.ts'
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
    await editMedia(content, { rootId, actor: 'cli', ids: [id], edit: { alts } })
    context.terminal.note(text === '' ? 'Removed the text.' : 'Changed the text.')
  },
})

export const mediaFocus = defineCommand({
  positionals: [{ name: 'ID' }, { name: 'X', isOptional: true }, { name: 'Y', isOptional: true }],
  details: [
    'Crops keep this point in view: from 0 0 (left, top) to 1 1 (right, bottom).',
    'Without X and Y, crops keep the centre again.',
  ].join('\n'),
  async run({ positionals: [typed = '', x, y] }, context) {
    const id = idOf(typed)
    const focus = x === undefined ? null : focusOf({ x: partOf(x, 'X'), y: partOf(y ?? '', 'Y') })
    const { content, rootId } = await context.inRoot()
    await editMedia(content, { rootId, actor: 'cli', ids: [id], edit: { focus } })
    context.terminal.note(focus ? 'Set the focal point.' : 'Removed the focal point.')
  },
})

function partOf(text: string, name: string): number {
  const part = /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN
  if (part >= 0 && part <= 1) return part
  throw new UsageError(`${name} must be a number from 0 to 1, not "${text}"`)
}

export const mediaMove = defineCommand({
  options: {
    folder: { type: 'string', value: 'PATH', about: 'such as press/2026; / for none (required)' },
  },
  positionals: [{ name: 'ID', isMany: true }],
  details: 'Moves all of the media items, or none if one of them fails. URLs do not change.',
  async run(args, context) {
    const ids = args.positionals.map(idOf)
    const folder = folderFrom(required(args, 'folder'))
    const { content, rootId } = await context.inRoot()
    await editMedia(content, { rootId, actor: 'cli', ids, edit: { folder } })
    context.terminal.note(`Moved ${plural(new Set(ids).size, 'media item')}.`)
  },
})

export const mediaTag = defineCommand({
  options: {
    add: { type: 'string', value: 'A,B', about: 'tags to add' },
    remove: { type: 'string', value: 'A,B', about: 'tags to remove' },
  },
  positionals: [{ name: 'ID', isMany: true }],
  details: 'Changes all of the media items, or none if one of them fails.',
  async run({ positionals, options: { add, remove } }, context) {
    if (add === undefined && remove === undefined) throw new UsageError('give --add or --remove')
    const ids = positionals.map(idOf)
    const edit = { addTags: tagsFrom(add, 'add'), removeTags: tagsFrom(remove, 'remove') }
    const { content, rootId } = await context.inRoot()
    await editMedia(content, { rootId, actor: 'cli', ids, edit })
    context.terminal.note(`Changed ${plural(new Set(ids).size, 'media item')}.`)
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
