/** All commands. To add one, create its file and add a line here. */
import type { Command, CommandEntry } from './command.ts'

export const commands: readonly CommandEntry[] = [
  ...commandsOf(() => import('./start.ts'), {
    start: 'Start the server: API, media files and Studio',
  }),
  ...commandsOf(() => import('./dev.ts'), {
    dev: 'Serve during development, and apply changes of octavo.config.ts',
  }),
  ...commandsOf(() => import('./schema.ts'), {
    schemaApply: 'Update languages, sub-spaces, field sets and models from a file',
    schemaPlan: 'Show what `schema apply` would change',
    schemaExport: 'Print the schema in the format of `schema apply`',
  }),
  ...commandsOf(() => import('./schema-pull.ts'), {
    schemaPull: 'Write the schema as a TypeScript configuration file',
  }),
  ...commandsOf(() => import('./root.ts'), {
    rootCreate: 'Create a root space',
    rootList: 'List root spaces',
  }),
  ...commandsOf(() => import('./key.ts'), {
    keyCreate: 'Create an API key and print it',
    keyList: 'List API keys',
    keyRevoke: 'Revoke an API key permanently',
    keyDisable: 'Disable an API key',
    keyEnable: 'Enable a disabled API key',
  }),
  ...commandsOf(() => import('./key-update.ts'), {
    keyUpdate: 'Change the permissions, limits or expiry of an API key',
  }),
  ...commandsOf(() => import('./token.ts'), {
    tokenCreate: 'Create a management token and print it, once',
    tokenList: 'List the management tokens',
    tokenRevoke: 'Revoke a management token',
  }),
  ...commandsOf(() => import('./webhook.ts'), {
    webhookCreate: 'Create a webhook and print its secret',
    webhookUpdate: 'Change the settings of a webhook',
    webhookEnable: 'Enable a disabled webhook',
    webhookDisable: 'Disable a webhook',
    webhookRotate: 'Replace the secret of a webhook and print it',
    webhookReplay: 'Send failed events of a webhook again',
    webhookDeploy: 'Start a build with a deploy hook',
    webhookDelete: 'Delete a webhook',
  }),
  ...commandsOf(() => import('./webhook-list.ts'), {
    webhookList: 'List webhooks',
    webhookDeliveries: 'List the deliveries of a webhook',
    webhookTest: 'Send a test event to a webhook',
  }),
  ...commandsOf(() => import('./usage.ts'), {
    usage: 'Show storage, requests and quotas of root spaces',
    quotaSet: 'Set quotas for items, media or requests of a root space',
    spaceSuspend: 'Suspend a root space: every request returns 402',
    spaceResume: 'Resume a suspended root space',
  }),
  ...commandsOf(() => import('./user.ts'), {
    userCreate: 'Create a user account',
    userList: 'List user accounts',
    userUpdate: 'Change the name, role or spaces of a user account',
    userRemove: 'Remove a user account',
  }),
  ...commandsOf(() => import('./user-link.ts'), {
    userInvite: 'Create a user account, and print a link that sets its password',
    userReset: 'Print a link that sets another password of a user account',
  }),
  ...commandsOf(() => import('./content-state.ts'), {
    contentPublish: 'Publish the drafts of items',
    contentUnpublish: 'Turn published items back into drafts',
    contentDraft: 'Add drafts to published items: copies of the published data',
    contentDiscard: 'Discard the drafts of published items',
    contentRemove: 'Remove one language of items, with its draft and published data',
    contentArchive: 'Archive items: hidden from the API, not deleted',
    contentRestore: 'Restore items from the archive or the trash',
    contentDelete: 'Move items to the trash',
  }),
  ...commandsOf(() => import('./content-schedule.ts'), {
    contentSchedule: 'Publish or unpublish an item at a time',
    contentUnschedule: 'Cancel the schedules of an item',
  }),
  ...commandsOf(() => import('./content-review.ts'), {
    contentReview: 'Set the day by which to review an item',
  }),
  ...commandsOf(() => import('./content-duplicate.ts'), {
    contentDuplicate: 'Duplicate an item, and print the id of the copy',
  }),
  ...commandsOf(() => import('./content-confirm.ts'), {
    contentConfirm: 'Mark a translation of an item as up to date',
  }),
  ...commandsOf(() => import('./content-history.ts'), {
    contentHistory: 'List the revisions of an item',
    contentRevert: 'Restore a revision of an item as a draft',
  }),
  ...commandsOf(() => import('./content-name.ts'), {
    contentName: 'Name a revision of an item, so that it is stored for good',
  }),
  ...commandsOf(() => import('./content-erase.ts'), {
    contentErase: 'Erase values of an item permanently, for example personal data',
  }),
  ...commandsOf(() => import('./release.ts'), {
    releaseCreate: 'Create a release: a set of changes that are published together',
    releaseAdd: 'Add items to a release, with copies of their drafts',
    releaseRemove: 'Remove items from a release',
    releasePublish: 'Publish a release, now or at a time',
    releaseUnschedule: 'Cancel the time of a release',
    releaseUndo: 'Make public what was public before a release',
    releaseDelete: 'Delete a release that is not published',
  }),
  ...commandsOf(() => import('./release-list.ts'), {
    releaseList: 'List releases',
    releaseShow: 'Show a release and its items',
    releaseValidate: 'Check whether a release can be published',
  }),
  ...commandsOf(() => import('./content.ts'), {
    contentImport: 'Import items from a file with one JSON object per line',
    contentExport: 'Print all items, one JSON object per line',
  }),
  ...commandsOf(() => import('./openapi.ts'), {
    openapi: 'Print the OpenAPI document of the space',
  }),
  ...commandsOf(() => import('./typegen.ts'), {
    typegen: 'Generate TypeScript types of the models for @octavo/client',
  }),
  ...commandsOf(() => import('./media-import.ts'), { mediaImport: 'Upload all files of a folder' }),
  ...commandsOf(() => import('./media-replace.ts'), {
    mediaReplace: 'Replace the file of a media item',
  }),
  ...commandsOf(() => import('./media.ts'), {
    mediaList: 'List media items',
    mediaAlt: 'Set the alternative text of a media item in one language',
    mediaFocus: 'Set the focal point of an image, which crops keep in view',
    mediaMove: 'Move media items to a folder',
    mediaTag: 'Add or remove tags of media items',
    mediaArchive: 'Archive media items: hidden from the API, not deleted',
    mediaRestore: 'Restore media items from the archive or the trash',
    mediaDelete: 'Move media items to the trash',
  }),
  ...commandsOf(() => import('./backup.ts'), {
    backup: 'Write database and media to one backup file',
  }),
  ...commandsOf(() => import('./restore.ts'), { restore: 'Restore a backup' }),
  ...commandsOf(() => import('./reindex.ts'), {
    reindex: 'Rebuild indexes and other derived data',
  }),
  ...commandsOf(() => import('./doctor.ts'), {
    doctor: 'Check the installation, the database and derived data',
  }),
]

/** The commands of one file, with their summaries. The export `keyCreate` becomes `key create`. */
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
