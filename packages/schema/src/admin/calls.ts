/** The query, body and reply schema of each route. Path parameters are part of the path. */
import { z, type ZodObject, type ZodType } from 'zod'
import type { AdminRouteName } from '../admin-api.ts'
import { rootDefinition, rootSettings } from './definitions.ts'
import * as account from './account.ts'
import * as bulk from './bulk.ts'
import * as contents from './contents.ts'
import * as audit from './audit.ts'
import * as items from './items.ts'
import * as media from './media.ts'
import * as presence from './presence.ts'
import { idList, paging, wholeNumber } from './query.ts'
import * as referrers from './referrers.ts'
import * as releases from './releases.ts'
import * as reviews from './reviews.ts'
import * as revisions from './revisions.ts'
import * as schema from './schema.ts'
import * as schedules from './schedules.ts'
import * as settings from './settings.ts'
import * as start from './start.ts'
import * as tokens from './tokens.ts'
import * as transfer from './transfer.ts'
import * as translations from './translations.ts'
import * as trash from './trash.ts'
import { done } from './values.ts'
import * as views from './views.ts'
import * as webhooks from './webhooks.ts'

export interface AdminCallSchemas {
  readonly description?: string
  /** Query parameters that the route reads. Others are ignored. */
  readonly query?: ZodObject
  readonly body?: ZodType
  readonly reply: ZodType
}

/** The reply of `events`: Server-Sent Events, not JSON. */
export const eventStream = z.never()

export const adminCalls = {
  bootstrap: {
    query: z.object({ root: z.string().exactOptional() }),
    reply: account.bootstrap,
  },
  setUpOwner: { body: account.ownerSetup, reply: account.account },
  signIn: { body: account.signIn, reply: account.account },
  readInvitation: {
    body: account.invitationToken,
    reply: z.strictObject({ email: z.string(), name: z.string() }),
  },
  acceptInvitation: { body: account.acceptInvitation, reply: account.account },
  signOut: { reply: done },
  listSessions: { reply: z.strictObject({ sessions: z.array(account.sessionInfo) }) },
  endSession: { reply: done },
  endOtherSessions: { reply: done },
  changePassword: { body: account.passwordChange, reply: done },
  changeProfile: { body: account.profileChange, reply: account.account },

  listMembers: { reply: z.strictObject({ members: z.array(account.member) }) },
  inviteMember: { body: account.memberInvite, reply: account.invitedMember },
  changeMember: { body: account.memberChange, reply: account.member },
  removeMember: { reply: done },
  renewInvitation: { reply: account.invitedMember },

  listRoots: {
    reply: z.strictObject({
      roots: z.array(z.strictObject({ luid: z.string(), name: z.string() })),
    }),
  },
  readDefinition: { reply: rootDefinition },
  readSchema: { reply: schema.schemaDocument },
  previewSchema: { body: schema.schemaProposal, reply: schema.schemaPreview },
  applySchema: { body: schema.schemaChange, reply: rootDefinition },
  changeSettings: { body: settings.settingsChange, reply: rootSettings },
  readStart: { query: start.startQuery, reply: start.startPage },
  loadDemo: {
    description:
      'Adds the models and the content of the demo. Rejected unless the installation is empty.',
    reply: done,
  },
  countContents: { reply: schema.contentCounts },
  countTranslations: {
    description: 'How many items of each model lack a translation, or have an outdated one.',
    query: z.object({ space: z.string().exactOptional().describe('LUIDs, comma-separated.') }),
    reply: translations.translationCounts,
  },

  listContents: {
    description:
      'Accepts the parameters of `GET /v1/contents` (model, space, lang, contains, order, limit up to 100, ' +
      'offset, filters such as `author._id[eq]`), with the draft view and `lang_fallback=true` by ' +
      'default. `select`, `depth` and formats are ignored.',
    query: contents.contentListQuery,
    reply: contents.contentList,
  },
  listContentIds: { query: contents.contentListQuery, reply: contents.contentIds },
  listViews: { reply: views.savedViews },
  createView: { body: views.viewCreation, reply: views.savedView },
  changeView: { body: views.viewChange, reply: views.savedView },
  deleteView: { reply: done },
  createItem: { body: items.itemCreation, reply: items.editableItem },
  changeItems: { body: bulk.bulkChange, reply: bulk.bulkResult },
  editItems: { body: bulk.bulkEdit, reply: bulk.bulkEditResult },
  undoItems: { body: bulk.bulkUndo, reply: bulk.undoResult },
  readItem: { reply: items.editableItem },
  saveItem: { body: items.itemSave, reply: items.editableItem },
  changeItem: { body: items.itemStateChange, reply: items.editableItem },
  scheduleItem: { body: schedules.scheduleRequest, reply: items.editableItem },
  moveSchedule: { body: schedules.scheduleMove, reply: items.editableItem },
  unscheduleItem: { query: schedules.scheduleQuery, reply: items.editableItem },
  listSchedules: { query: schedules.scheduleListQuery, reply: schedules.scheduleList },
  listItemReleases: {
    description: 'The releases that contain the item, except archived ones.',
    reply: releases.itemReleases,
  },
  listReleases: { query: releases.releaseListQuery, reply: releases.releaseList },
  createRelease: { body: releases.releaseCreation, reply: releases.release },
  readRelease: { reply: releases.release },
  changeRelease: { body: releases.releaseChange, reply: releases.release },
  deleteRelease: {
    description: 'Deletes a release that is not published. The drafts of its items stay.',
    reply: done,
  },
  duplicateRelease: {
    description: 'Copies the entries of a release, with their content, to a new one.',
    body: releases.releaseCreation,
    reply: releases.release,
  },
  listReleaseEntries: { query: releases.releaseEntryQuery, reply: releases.releaseEntryList },
  addToRelease: { body: releases.releaseAddition, reply: releases.release },
  removeFromRelease: { body: releases.releaseRemoval, reply: releases.release },
  readReleaseItem: {
    description: 'The content of an item in the release, by language.',
    reply: releases.releaseItem,
  },
  validateRelease: {
    description: 'What publishing the release now would meet. Changes nothing.',
    reply: releases.releaseCheck,
  },
  publishRelease: { body: releases.releasePublication, reply: releases.release },
  unscheduleRelease: { reply: releases.release },
  undoRelease: {
    description:
      'Makes public what was public before the release. The released content becomes drafts. Rejected ' +
      'with a list if something changed since.',
    reply: releases.release,
  },
  setReview: { body: reviews.reviewChange, reply: items.editableItem },
  confirmTranslation: {
    description: 'Marks a translation as up to date, without a change of its text.',
    body: translations.translationConfirmation,
    reply: items.editableItem,
  },
  reportPresence: {
    description: 'Reports that the caller has the item open, and lists who else has.',
    body: presence.presenceReport,
    reply: presence.presence,
  },
  duplicateItem: { reply: items.editableItem },
  listReferrers: { query: paging, reply: referrers.referrerList },
  findReferrers: {
    query: paging,
    body: referrers.referrerRequest,
    reply: referrers.referrerList,
  },
  listHistory: { query: audit.historyQuery, reply: audit.auditPage },
  listRevisions: { query: revisions.revisionQuery, reply: revisions.revisionPage },
  readRevision: { reply: revisions.revisionContent },
  nameRevision: { body: revisions.revisionName, reply: done },
  revertItem: { body: revisions.itemRevert, reply: items.editableItem },
  eraseValues: { body: revisions.valueErasure, reply: done },
  exportContents: {
    description: 'A page of the items, without those in the trash, by id.',
    query: transfer.exportQuery,
    reply: transfer.exportPage,
  },
  readImport: {
    description:
      'The position of an interrupted import. `id` is the SHA-256 of the file in hexadecimal digits. ' +
      'The position is stored for 24 hours after the last lines.',
    reply: transfer.importPosition,
  },
  importLines: {
    description: 'Imports the next lines of a file. Lines before the stored position are ignored.',
    body: transfer.importBody,
    reply: transfer.importResult,
  },
  endImport: { description: 'Removes the position of a completed import.', reply: done },
  readLabels: {
    description: 'At most 100 ids each, comma-separated. Ids that do not exist are left out.',
    query: z.object({
      items: idList.default([]),
      media: idList.default([]),
      lang: z.string().exactOptional(),
    }),
    reply: contents.labels,
  },

  listMedia: { query: media.mediaListQuery, reply: media.mediaList },
  readMedia: { reply: media.mediaItem },
  listMediaLabels: {
    query: z.object({ space: z.string().exactOptional().describe('LUIDs, comma-separated.') }),
    reply: media.mediaLabels,
  },
  findFile: { query: transfer.fileQuery, reply: transfer.foundFile },
  uploadMedia: {
    description: 'The body is multipart/form-data with one part `file`.',
    query: media.uploadQuery,
    body: media.fileForm,
    reply: media.mediaItem,
  },
  changeMedia: { body: media.mediaChange, reply: media.mediaItem },
  replaceMedia: {
    description: 'The body is multipart/form-data with one part `file`.',
    body: media.fileForm,
    reply: media.mediaItem,
  },
  labelMedia: {
    description: 'Moves media to a folder, and adds and removes tags.',
    body: media.mediaLabeling,
    reply: z.strictObject({ rows: z.array(media.mediaItem) }),
  },
  changeMediaState: {
    body: media.mediaStateChange,
    reply: z.strictObject({ rows: z.array(media.mediaItem) }),
  },
  listMediaReferrers: { query: paging, reply: referrers.referrerList },

  deleteForever: {
    description: 'Permanently deletes items and media that are in the trash: all of them or none.',
    body: trash.trashDeletion,
    reply: done,
  },

  listKeys: { reply: z.strictObject({ keys: z.array(settings.keyInfo) }) },
  createKey: { body: settings.keyCreation, reply: settings.createdKey },
  changeKey: { body: settings.keyChange, reply: settings.keyInfo },
  revokeKey: { reply: done },

  listWebhooks: { reply: z.strictObject({ webhooks: z.array(webhooks.webhookInfo) }) },
  createWebhook: { body: webhooks.webhookCreation, reply: webhooks.webhookSecret },
  readWebhook: { reply: webhooks.webhookInfo },
  changeWebhook: {
    description:
      '`isDisabled` disables or enables it. Pending deliveries of a disabled webhook are stopped.',
    body: webhooks.webhookChange,
    reply: webhooks.webhookInfo,
  },
  deleteWebhook: { reply: done },
  rotateWebhook: {
    description: 'For 24 hours, requests are signed with the old and the new secret.',
    reply: webhooks.webhookSecret,
  },
  testWebhook: {
    description: 'Sends a test event, once, also if the webhook is disabled.',
    reply: webhooks.testResult,
  },
  replayWebhook: { body: webhooks.replayRequest, reply: webhooks.replayResult },
  readWebhookHealth: { query: webhooks.healthQuery, reply: webhooks.webhookHealth },
  listDeliveries: { query: webhooks.deliveryQuery, reply: webhooks.deliveryPage },
  readDelivery: { reply: webhooks.deliveryDetails },

  listDeploys: {
    description: 'The deploy hooks of the spaces that the caller may use, with their latest build.',
    reply: z.strictObject({ deploys: z.array(webhooks.deployInfo) }),
  },
  startDeploy: {
    description: 'Requests a build at once, for all changes so far.',
    reply: webhooks.deployInfo,
  },

  listTokens: { reply: z.strictObject({ tokens: z.array(tokens.tokenInfo) }) },
  createToken: { body: tokens.tokenCreation, reply: tokens.createdToken },
  revokeToken: { reply: done },
  readUsage: {
    query: z.object({
      days: wholeNumber({ min: 1, max: 366 })
        .default(30)
        .describe('Number of days, 1 to 366; default 30.'),
    }),
    reply: settings.usage,
  },
  listAuditEntries: { query: audit.auditQuery, reply: audit.auditPage },
  explore: { body: settings.explorerRequest, reply: settings.explorerReply },
  events: { reply: eventStream },
} as const satisfies Record<AdminRouteName, AdminCallSchemas>

type Calls = typeof adminCalls

/** Requests and replies from the point of view of the caller. */
export type AdminCalls = {
  [Name in AdminRouteName]: {
    query: Calls[Name] extends { query: infer Query extends ZodObject } ? z.input<Query> : object
    body: Calls[Name] extends { body: infer Body } ? z.infer<Body> : undefined
    reply: z.infer<Calls[Name]['reply']>
  }
}

/** The parsed query of a route, with numbers as numbers and with defaults. */
export type AdminQuery<Name extends AdminRouteName> = Calls[Name] extends { query: infer Query }
  ? z.output<Query>
  : object
