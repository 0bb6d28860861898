import { indexSchema } from '@octavo/schema/schema.ts'
import { parentSpaceLuid } from '@octavo/schema/names.ts'
import { importFolder, type FileOutcome } from '../media/import-folder.ts'
import { openMedia } from '../media/open-storage.ts'
import { CommandError, defineCommand } from './command.ts'
import { startProgress } from './progress.ts'

export const mediaImport = defineCommand({
  options: {
    space: {
      type: 'string',
      value: 'LUID',
      about: 'where the files go; default: the parent space',
    },
    'alt-from-name': {
      type: 'boolean',
      about: 'take the alternative text of the main language from the name',
    },
  },
  positionals: [{ name: 'DIR' }],
  details: [
    'Every file of DIR and the folders inside it, without hidden files and links. Prints the id and',
    'the path of each. A file that is there already, under the same name, is not added again.',
  ].join('\n'),
  async run({ positionals: [folder = ''], options }, context) {
    const { terminal, settings } = context
    const { content, rootId } = await context.inRoot()
    const schema = indexSchema(await content.store.read((tx) => tx.roots.load(rootId)))
    const luid = options.space ?? parentSpaceLuid
    const space = schema.spaceByLuid.get(luid)
    if (!space) throw new CommandError(`there is no space "${luid}" here.`)
    const counts: Record<FileOutcome['kind'], number> = { added: 0, known: 0, refused: 0 }
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
          if (outcome.kind !== 'refused') return terminal.print(`${outcome.id}\t${path}`)
          progress.end()
          terminal.note(`${path}: ${outcome.reason}`)
        },
        onProgress: progress.update,
      },
    )
    progress.end()
    terminal.note(`Imported ${counts.added} files; ${counts.known} were here already.`)
    if (counts.refused > 0)
      throw new CommandError(`${counts.refused} files were left out: see above.`)
  },
})

/** `sea-and_hills.jpg` says "sea and hills". */
function altIn(filename: string): string {
  return filename
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[-_\s]+/g, ' ')
    .trim()
}
