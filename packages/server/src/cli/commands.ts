/** Every command. To add one: its file, and a line here. */
import type { CommandEntry } from './command.ts'

export const commands: readonly CommandEntry[] = [
  {
    name: 'start',
    summary: 'Serve the API, the assets and the web app',
    load: async () => (await import('./start.ts')).start,
  },
  {
    name: 'schema apply',
    summary: 'Bring languages, sub-spaces, field sets and models to what a file says',
    load: async () => (await import('./schema.ts')).schemaApply,
  },
  {
    name: 'schema export',
    summary: 'Print the schema as a file that `schema apply` takes',
    load: async () => (await import('./schema.ts')).schemaExport,
  },
  {
    name: 'root create',
    summary: 'Make another root space',
    load: async () => (await import('./root.ts')).rootCreate,
  },
  {
    name: 'root list',
    summary: 'List the root spaces',
    load: async () => (await import('./root.ts')).rootList,
  },
  {
    name: 'key create',
    summary: 'Make an API key and print it, once',
    load: async () => (await import('./key.ts')).keyCreate,
  },
  {
    name: 'key list',
    summary: 'List the API keys',
    load: async () => (await import('./key.ts')).keyList,
  },
  {
    name: 'key revoke',
    summary: 'Take an API key out of use',
    load: async () => (await import('./key.ts')).keyRevoke,
  },
  {
    name: 'key disable',
    summary: 'Let an API key rest',
    load: async () => (await import('./key.ts')).keyDisable,
  },
  {
    name: 'key enable',
    summary: 'Let an API key work again that was disabled',
    load: async () => (await import('./key.ts')).keyEnable,
  },
  {
    name: 'usage',
    summary: 'Show what root spaces hold and ask for, and their quotas',
    load: async () => (await import('./usage.ts')).usage,
  },
  {
    name: 'quota set',
    summary: 'Bound items, media or requests of a root space',
    load: async () => (await import('./usage.ts')).quotaSet,
  },
  {
    name: 'space suspend',
    summary: 'Answer every request to a root space with 402',
    load: async () => (await import('./usage.ts')).spaceSuspend,
  },
  {
    name: 'space resume',
    summary: 'Serve a root space again that was suspended',
    load: async () => (await import('./usage.ts')).spaceResume,
  },
  {
    name: 'user create',
    summary: 'Make an account',
    load: async () => (await import('./user.ts')).userCreate,
  },
  {
    name: 'content publish',
    summary: 'Publish the drafts of items',
    load: async () => (await import('./content-state.ts')).contentPublish,
  },
  {
    name: 'content unpublish',
    summary: 'Turn published data of items back into drafts',
    load: async () => (await import('./content-state.ts')).contentUnpublish,
  },
  {
    name: 'content archive',
    summary: 'Take items out of every read, keeping them',
    load: async () => (await import('./content-state.ts')).contentArchive,
  },
  {
    name: 'content restore',
    summary: 'Bring items back from the archive or the trash',
    load: async () => (await import('./content-state.ts')).contentRestore,
  },
  {
    name: 'content delete',
    summary: 'Move items to the trash',
    load: async () => (await import('./content-state.ts')).contentDelete,
  },
  {
    name: 'content import',
    summary: 'Add items from a file, one JSON object a line',
    load: async () => (await import('./content.ts')).contentImport,
  },
  {
    name: 'content export',
    summary: 'Print all items, one JSON object a line',
    load: async () => (await import('./content.ts')).contentExport,
  },
  {
    name: 'openapi',
    summary: 'Print the OpenAPI document of the space',
    load: async () => (await import('./openapi.ts')).openapi,
  },
  {
    name: 'typegen',
    summary: 'Print TypeScript types of the models, for @octavo/client',
    load: async () => (await import('./typegen.ts')).typegen,
  },
  {
    name: 'media import',
    summary: 'Add the files of a folder',
    load: async () => (await import('./media-import.ts')).mediaImport,
  },
  {
    name: 'media list',
    summary: 'List the media items',
    load: async () => (await import('./media.ts')).mediaList,
  },
  {
    name: 'media archive',
    summary: 'Take media items out of every read, keeping them',
    load: async () => (await import('./media.ts')).mediaArchive,
  },
  {
    name: 'media restore',
    summary: 'Bring media items back from the archive or the trash',
    load: async () => (await import('./media.ts')).mediaRestore,
  },
  {
    name: 'media delete',
    summary: 'Move media items to the trash',
    load: async () => (await import('./media.ts')).mediaDelete,
  },
  {
    name: 'backup',
    summary: 'Copy database and media into one file, while servers run',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'restore',
    summary: 'Bring back what a backup holds',
    load: async () => (await import('./restore.ts')).restore,
  },
  {
    name: 'reindex',
    summary: 'Rebuild what is derived from the stored content',
    load: async () => (await import('./reindex.ts')).reindex,
  },
  {
    name: 'doctor',
    summary: 'Check installation, database and derived data',
    load: async () => (await import('./doctor.ts')).doctor,
  },
]
