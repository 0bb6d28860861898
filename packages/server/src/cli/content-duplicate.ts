import { itemOfRoot } from '../content/load.ts'
import { duplicateItem } from '../content/state.ts'
import { defineCommand, idOf } from './command.ts'

export const contentDuplicate = defineCommand({
  needsDatabase: true,
  positionals: [{ name: 'ID' }],
  details: [
    'Prints the id of the copy: a draft with the current data of every language.',
    'Fields with unique values are empty in it. References point to the same items.',
  ].join('\n'),
  async run({ positionals: [typed = ''] }, context) {
    const id = idOf(typed)
    const { content, rootId } = await context.inRoot()
    const { spaceId } = await content.store.read((tx) => itemOfRoot(tx, rootId, id))
    const request = { rootId, spaceId, id, actor: 'cli', isWithoutUnique: true }
    context.terminal.print(String(await duplicateItem(content, request)))
  },
})
