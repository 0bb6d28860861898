/** Every command. To add one: its file, and a line here. */
import type { Command, CommandEntry } from './command.ts'

export const commands: readonly CommandEntry[] = [
  ...commandsOf(() => import('./start.ts'), { start: 'Serve the API, the assets and the web app' }),
  ...commandsOf(() => import('./schema.ts'), {
    schemaApply: 'Bring languages, sub-spaces, field sets and models to what a file says',
    schemaExport: 'Print the schema as a file that `schema apply` takes',
  }),
  ...commandsOf(() => import('./root.ts'), {
    rootCreate: 'Make another root space',
    rootList: 'List the root spaces',
  }),
  ...commandsOf(() => import('./key.ts'), {
    keyCreate: 'Make an API key and print it, once',
    keyList: 'List the API keys',
    keyRevoke: 'Take an API key out of use',
    keyDisable: 'Let an API key rest',
    keyEnable: 'Let an API key work again that was disabled',
  }),
  ...commandsOf(() => import('./usage.ts'), {
    usage: 'Show what root spaces hold and ask for, and their quotas',
    quotaSet: 'Bound items, media or requests of a root space',
    spaceSuspend: 'Answer every request to a root space with 402',
    spaceResume: 'Serve a root space again that was suspended',
  }),
  ...commandsOf(() => import('./user.ts'), { userCreate: 'Make an account' }),
  ...commandsOf(() => import('./content-state.ts'), {
    contentPublish: 'Publish the drafts of items',
    contentUnpublish: 'Turn published data of items back into drafts',
    contentArchive: 'Take items out of every read, keeping them',
    contentRestore: 'Bring items back from the archive or the trash',
    contentDelete: 'Move items to the trash',
  }),
  ...commandsOf(() => import('./content.ts'), {
    contentImport: 'Add items from a file, one JSON object a line',
    contentExport: 'Print all items, one JSON object a line',
  }),
  ...commandsOf(() => import('./openapi.ts'), {
    openapi: 'Print the OpenAPI document of the space',
  }),
  ...commandsOf(() => import('./typegen.ts'), {
    typegen: 'Print TypeScript types of the models, for @octavo/client',
  }),
  ...commandsOf(() => import('./media-import.ts'), { mediaImport: 'Add the files of a folder' }),
  ...commandsOf(() => import('./media.ts'), {
    mediaList: 'List the media items',
    mediaArchive: 'Take media items out of every read, keeping them',
    mediaRestore: 'Bring media items back from the archive or the trash',
    mediaDelete: 'Move media items to the trash',
  }),
  ...commandsOf(() => import('./backup.ts'), {
    backup: 'Copy database and media into one file, while servers run',
  }),
  ...commandsOf(() => import('./restore.ts'), { restore: 'Bring back what a backup holds' }),
  ...commandsOf(() => import('./reindex.ts'), {
    reindex: 'Rebuild what is derived from the stored content',
  }),
  ...commandsOf(() => import('./doctor.ts'), {
    doctor: 'Check installation, database and derived data',
  }),
]

/** The commands of a file, with their summaries. What the file exports as `keyCreate` is typed `key create`. */
function commandsOf<Name extends string>(
  load: () => Promise<Readonly<Record<NoInfer<Name>, Command>>>,
  summaries: Readonly<Record<Name, string>>,
): CommandEntry[] {
  return (Object.keys(summaries) as Name[]).map((name) => ({
    name: name.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`),
    summary: summaries[name],
    load: async () => (await load())[name],
  }))
}
