import type { Language, Space } from '@octavo/schema/definitions.ts'
import { indexSchema } from '@octavo/schema/schema.ts'
import { parentSpaceLuid } from '@octavo/schema/names.ts'
import {
  fileAdder,
  importFolder,
  type FileOutcome,
  type FolderImport,
} from '../media/import-folder.ts'
import { openMedia } from '../media/open-storage.ts'
import { CommandError, defineCommand } from './command.ts'
import type { CommandContext } from './context.ts'
import { folderFrom, tagsFrom } from './media-labels.ts'
import { remoteAdder } from './media-remote.ts'
import { plural } from './plural.ts'
import { startProgress } from './progress.ts'

export const mediaImport = defineCommand({
  takesUrl: true,
  options: {
    space: {
      type: 'string',
      value: 'LUID',
      about: 'space of the new media items (default: the parent space)',
    },
    folder: {
      type: 'string',
      value: 'PATH',
      about: 'folder of the new media items, such as press/2026 (default: none)',
    },
    tags: { type: 'string', value: 'A,B', about: 'tags of the new media items' },
    'alt-from-name': {
      type: 'boolean',
      about: 'use the file name as alternative text in the main language',
    },
  },
  positionals: [{ name: 'DIR' }],
  details: [
    'Subfolders become folders of the library. Skips hidden files and symbolic links.',
    'Prints the id and path of each file.',
    'A file that exists already, with the same name and content, is not added again.',
  ].join('\n'),
  async run({ positionals: [folder = ''], options }, context) {
    const { terminal, remote } = context
    const schema = indexSchema(await context.definition())
    const luid = options.space ?? parentSpaceLuid
    const space = schema.spaceByLuid.get(luid)
    if (!space) {
      const luids = [...schema.spaceByLuid.keys()].join(', ')
      throw new CommandError(`unknown space "${luid}". Spaces of this root space: ${luids}.`)
    }
    const counts: Record<FileOutcome['kind'], number> = { added: 0, existing: 0, rejected: 0 }
    const progress = startProgress(terminal, { label: 'import', unit: 'bytes' })
    const altOf = (filename: string): string | undefined =>
      options['alt-from-name'] ? altIn(filename) : undefined
    const tags = tagsFrom(options.tags, 'tags')
    const target = folderFrom(options.folder ?? '')
    const add = remote
      ? remoteAdder(remote, {
          space: luid,
          altOf,
          tags,
          keepsLocation: schema.root.settings.keepsLocation,
        })
      : await localAdder(context, space, schema.mainLanguage, { altOf, tags })
    await importFolder({
      folder,
      target,
      add,
      onFile(path, outcome) {
        counts[outcome.kind]++
        if (outcome.kind !== 'rejected') return terminal.print(`${outcome.id}\t${path}`)
        progress.end()
        terminal.note(`${path}: ${outcome.reason}`)
      },
      onProgress: progress.update,
    }).catch((error: unknown) => {
      progress.end()
      throw error
    })
    progress.end()
    terminal.note(`Imported ${plural(counts.added, 'file')}, ${counts.existing} existed already.`)
    if (counts.rejected > 0)
      throw new CommandError(`rejected ${plural(counts.rejected, 'file')}. See the messages above.`)
  },
})

async function localAdder(
  context: CommandContext,
  space: Space,
  mainLanguage: Language,
  { altOf, tags }: { altOf(filename: string): string | undefined; tags: readonly string[] },
): Promise<FolderImport['add']> {
  const { content, rootId } = await context.inRoot()
  return fileAdder(
    { ...content, ...openMedia(context.settings) },
    {
      rootId,
      spaceId: space.id,
      actor: 'cli',
      tags,
      altsOf(filename) {
        const alt = altOf(filename)
        return new Map(alt === undefined ? [] : [[mainLanguage.id, alt]])
      },
    },
  )
}

/** `sea-and_hills.jpg` becomes "sea and hills". */
function altIn(filename: string): string {
  return filename
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[-_\s]+/g, ' ')
    .trim()
}
