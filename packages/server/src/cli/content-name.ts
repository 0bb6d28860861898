import { nameRevision } from '../content/revisions/name.ts'
import { defineCommand, idOf, required, UsageError } from './command.ts'
import { revisionOf } from './item.ts'

export const contentName = defineCommand({
  needsDatabase: true,
  options: {
    revision: { type: 'string', value: 'N', about: 'number of the revision (required)' },
    name: { type: 'string', value: 'NAME', about: 'name of the revision' },
    clear: { type: 'boolean', about: 'remove the name' },
  },
  positionals: [{ name: 'ID' }],
  details: [
    'A named revision is stored for good; others are removed after the days that the space sets.',
    'For the numbers, run octavo content history ID.',
  ].join('\n'),
  async run(args, context) {
    const id = idOf(args.positionals[0] ?? '')
    const revision = revisionOf(required(args, 'revision'))
    const { name, clear } = args.options
    if ((name === undefined) === (clear !== true)) {
      throw new UsageError('set either --name or --clear')
    }
    if (name?.trim() === '') throw new UsageError('--name must not be empty; to remove it, --clear')
    const { content, rootId } = await context.inRoot()
    await nameRevision(content, { rootId, actor: 'cli', id, revision, name: name ?? null })
    context.terminal.note(
      name === undefined
        ? `Removed the name of revision ${revision} of item ${id}.`
        : `Named revision ${revision} of item ${id} “${name.trim()}”.`,
    )
  },
})
