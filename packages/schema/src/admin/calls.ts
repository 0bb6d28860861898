/** What each route takes beside the names in its path, and what it answers with. */
import { z, type ZodObject, type ZodType } from 'zod'
import type { AdminRouteName } from '../admin-api.ts'
import { rootDefinition, rootSettings } from './definitions.ts'
import * as account from './account.ts'
import * as bulk from './bulk.ts'
import * as contents from './contents.ts'
import * as deeds from './deeds.ts'
import * as items from './items.ts'
import * as media from './media.ts'
import { idList, paging, wholeNumber } from './query.ts'
import * as referrers from './referrers.ts'
import * as schema from './schema.ts'
import * as settings from './settings.ts'
import { done } from './values.ts'

export interface AdminCallSchemas {
  readonly description?: string
  /** What parameters the route knows. Others are ignored. */
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
  lookAtInvitation: {
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

  readSchema: { reply: schema.schemaDocument },
  previewSchema: { body: schema.schemaProposal, reply: schema.schemaPreview },
  applySchema: { body: schema.schemaChange, reply: rootDefinition },
  changeSettings: { body: settings.settingsChange, reply: rootSettings },
  countContents: { reply: schema.contentCounts },

  listContents: {
    description:
      'Takes every parameter of `GET /v1/contents` (model, space, lang, contains, order, limit up to 100, ' +
      'offset, filters such as `author._id[eq]`), in the draft view and with `lang_fallback=true` unless ' +
      'it says otherwise. `select`, `depth` and formats are not used.',
    query: contents.contentListQuery,
    reply: contents.contentList,
  },
  listContentIds: { query: contents.contentListQuery, reply: contents.contentIds },
  createItem: { body: items.itemCreation, reply: items.editableItem },
  changeItems: { body: bulk.bulkChange, reply: bulk.bulkResult },
  editItems: { body: bulk.bulkEdit, reply: bulk.bulkEditResult },
  readItem: { reply: items.editableItem },
  saveItem: { body: items.itemSave, reply: items.editableItem },
  changeItem: { body: items.itemStateChange, reply: items.editableItem },
  duplicateItem: { reply: items.editableItem },
  listReferrers: { query: paging, reply: referrers.referrerList },
  findReferrers: {
    query: paging,
    body: referrers.referrerQuestion,
    reply: referrers.referrerList,
  },
  listHistory: { query: deeds.historyQuery, reply: deeds.deedList },
  readLabels: {
    description: 'At most 100 ids each, comma-separated; what is not there is left out.',
    query: z.object({
      items: idList.default([]),
      media: idList.default([]),
      lang: z.string().exactOptional(),
    }),
    reply: contents.labels,
  },

  listMedia: { query: media.mediaListQuery, reply: media.mediaList },
  readMedia: { reply: media.mediaItem },
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
  changeMediaState: {
    body: media.mediaStateChange,
    reply: z.strictObject({ rows: z.array(media.mediaItem) }),
  },
  listMediaReferrers: { query: paging, reply: referrers.referrerList },

  listKeys: { reply: z.strictObject({ keys: z.array(settings.keyInfo) }) },
  createKey: { body: settings.keyCreation, reply: settings.createdKey },
  changeKey: { body: settings.keyChange, reply: settings.keyInfo },
  revokeKey: { reply: done },
  readUsage: {
    query: z.object({
      days: wholeNumber({ min: 1, max: 366 })
        .default(30)
        .describe('How many days, 1 to 366; default 30.'),
    }),
    reply: settings.usage,
  },
  listDeeds: { query: deeds.auditQuery, reply: deeds.deedList },
  explore: { body: settings.explorerRequest, reply: settings.explorerAnswer },
  events: { reply: eventStream },
} as const satisfies Record<AdminRouteName, AdminCallSchemas>

type Calls = typeof adminCalls

/** Requests and replies as the caller sees them. */
export type AdminCalls = {
  [Name in AdminRouteName]: {
    query: Calls[Name] extends { query: infer Query extends ZodObject } ? z.input<Query> : object
    body: Calls[Name] extends { body: infer Body } ? z.infer<Body> : undefined
    reply: z.infer<Calls[Name]['reply']>
  }
}

/** The query of a route as the server reads it: numbers as numbers, with defaults. */
export type AdminQuery<Name extends AdminRouteName> = Calls[Name] extends { query: infer Query }
  ? z.output<Query>
  : object
