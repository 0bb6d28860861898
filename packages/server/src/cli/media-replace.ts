import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { createQuotas } from '../access/quotas.ts'
import { openMedia } from '../media/open-storage.ts'
import { replaceFile } from '../media/replace-file.ts'
import { defineCommand, idOf } from './command.ts'
import { requireFile } from './require-file.ts'

export const mediaReplace = defineCommand({
  positionals: [{ name: 'ID' }, { name: 'FILE' }],
  details: 'Content that uses the media item shows the new file. Its URL changes.',
  async run({ positionals: [typed = '', path = ''] }, context) {
    const id = idOf(typed)
    await requireFile(path)
    const { content, rootId } = await context.inRoot()
    const quotas = createQuotas({ ...content, usage: { unsaved: () => 0 } })
    const receiving = { ...content, ...openMedia(context.settings), quotas }
    const chunks = createReadStream(path) as AsyncIterable<Buffer>
    await replaceFile(receiving, { rootId, id, filename: basename(path), chunks, actor: 'cli' })
    context.terminal.note(`Replaced the file of media item ${id}.`)
  },
})
