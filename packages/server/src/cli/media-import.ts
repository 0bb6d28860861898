import { indexSchema } from '@octavo/schema/schema.ts'
import { parentSpaceLuid } from '@octavo/schema/names.ts'
import { importFolder, type FileOutcome } from '../media/import-folder.ts'
import { openMedia } from '../media/open-storage.ts'
import { CommandError, defineCommand } from './command.ts'
import { plural } from './plural.ts'
import { startProgress } from './progress.ts'

export const mediaImport = defineCommand({
  options: {
    space: {
      type: 'string',
      value: 'LUID',
      about: 'space of the new media items (default: the parent space)',
    },
    'alt-from-name': {
      type: 'boolean',
      about: 'use the file name as alternative text in the main language',
    },
  },
  positionals: [{ name: 'DIR' }],
  details: [
    'Includes subfolders; skips hidden files and symbolic links. Prints the id and path of each file.',
    'A file that exists already, with the same name and content, is not added again.',
  ].join('\n'),
  async run({ positionals: [folder = ''], options }, context) {
    const { terminal, settings } = context
    const { content, rootId } = await context.inRoot()
    const schema = indexSchema(await content.store.read((tx) => tx.roots.load(rootId)))
    const luid = options.space ?? parentSpaceLuid
    const space = schema.spaceByLuid.get(luid)
    if (!space) {
      const luids = [...schema.spaceByLuid.keys()].join(', ')
      throw new CommandError(`unknown space "${luid}". Spaces of this root space: ${luids}.`)
    }
    const counts: Record<FileOutcome['kind'], number> = { added: 0, existing: 0, rejected: 0 }
    const progress = startProgress(terminal, { label: 'import', unit: 'bytes' })
    await importFolder(
      { ...content, ...openMedia(settings) },
      {
        rootId,
        spaceId: space.id,
        folder,
        actor: 'cli',
        altsOf: (filename) =>
          new Map(options['alt-from-name'] ? [[schema.mainLanguage.id, altIn(filename)]] : []),
        onFile(path, outcome) {
          counts[outcome.kind]++
          if (outcome.kind !== 'rejected') return terminal.print(`${outcome.id}\t${path}`)
          progress.end()
          terminal.note(`${path}: ${outcome.reason}`)
        },
        onProgress: progress.update,
      },
    )
    progress.end()
    terminal.note(`Imported ${plural(counts.added, 'file')}, ${counts.existing} existed already.`)
    if (counts.rejected > 0)
      throw new CommandError(`rejected ${plural(counts.rejected, 'file')}. See the messages above.`)
  },
})

/** `sea-and_hills.jpg` becomes "sea and hills". */
function altIn(filename: string): string {
  return filename
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[-_\s]+/g, ' ')
    .trim()
}
