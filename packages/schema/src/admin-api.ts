/**
 * The management API below `/admin/api`, which Studio uses. Same origin only: a session cookie
 * identifies the user, and every request except GET must carry the header `X-Octavo-Studio: 1`. Request
 * and response bodies are JSON unless a route states otherwise. Errors are an `AdminError`: 400 with
 * problems, 401 signed out, 403 not allowed, 404 not found (or hidden from this user), 412 changed by
 * another user, 429 rate limited.
 *
 * admin/calls.ts has the request and response schemas. They are separate because this file is bundled
 * into Studio, which must not include Zod. `:root` is the LUID of the root space. Studio calls routes by
 * name, not by path.
 */
import type { Role } from './roles.ts'

export const adminPath = '/admin/api'
export const adminHeader = { name: 'X-Octavo-Studio', value: '1' } as const
/** The server replaces this text in the built index.html with the CSP nonce for inline styles. */
export const noncePlaceholder = '__CSP_NONCE__'
/** And these with links to the scripts that the page needs, and with the first responses of the API. */
export const pagePlaceholders = {
  links: '<!-- links -->',
  responses: '<!-- responses -->',
} as const

export interface AdminRouteFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** The lowest role that may call the route; `anyone` needs no session. */
  readonly roles: Role | 'anyone'
}

export const adminRoutes = {
  bootstrap: { method: 'GET', path: '/bootstrap', roles: 'anyone' },
  setUpOwner: { method: 'POST', path: '/owner', roles: 'anyone' },
  signIn: { method: 'POST', path: '/session', roles: 'anyone' },
  readInvitation: { method: 'POST', path: '/invitation/look', roles: 'anyone' },
  acceptInvitation: { method: 'POST', path: '/invitation/accept', roles: 'anyone' },

  signOut: { method: 'DELETE', path: '/session', roles: 'viewer' },
  listSessions: { method: 'GET', path: '/sessions', roles: 'viewer' },
  endSession: { method: 'DELETE', path: '/sessions/:id', roles: 'viewer' },
  endOtherSessions: { method: 'DELETE', path: '/sessions', roles: 'viewer' },
  changePassword: { method: 'PUT', path: '/password', roles: 'viewer' },
  changeProfile: { method: 'PATCH', path: '/profile', roles: 'viewer' },

  listMembers: { method: 'GET', path: '/members', roles: 'admin' },
  inviteMember: { method: 'POST', path: '/members', roles: 'admin' },
  changeMember: { method: 'PATCH', path: '/members/:id', roles: 'admin' },
  removeMember: { method: 'DELETE', path: '/members/:id', roles: 'admin' },
  renewInvitation: { method: 'POST', path: '/members/:id/invitation', roles: 'admin' },

  listRoots: { method: 'GET', path: '/roots', roles: 'viewer' },
  readDefinition: { method: 'GET', path: '/roots/:root/definition', roles: 'viewer' },
  readSchema: { method: 'GET', path: '/roots/:root/schema', roles: 'viewer' },
  previewSchema: { method: 'POST', path: '/roots/:root/schema/preview', roles: 'admin' },
  applySchema: { method: 'PUT', path: '/roots/:root/schema', roles: 'admin' },
  changeSettings: { method: 'PATCH', path: '/roots/:root/settings', roles: 'admin' },
  readStart: { method: 'GET', path: '/roots/:root/start', roles: 'viewer' },
  loadDemo: { method: 'POST', path: '/roots/:root/demo', roles: 'admin' },
  countContents: { method: 'GET', path: '/roots/:root/counts', roles: 'viewer' },
  countTranslations: { method: 'GET', path: '/roots/:root/translations', roles: 'viewer' },

  listContents: { method: 'GET', path: '/roots/:root/contents', roles: 'viewer' },
  listContentIds: { method: 'GET', path: '/roots/:root/content-ids', roles: 'viewer' },
  listViews: { method: 'GET', path: '/roots/:root/views', roles: 'viewer' },
  createView: { method: 'POST', path: '/roots/:root/views', roles: 'viewer' },
  changeView: { method: 'PATCH', path: '/roots/:root/views/:view', roles: 'viewer' },
  deleteView: { method: 'DELETE', path: '/roots/:root/views/:view', roles: 'viewer' },
  createItem: { method: 'POST', path: '/roots/:root/contents', roles: 'writer' },
  changeItems: { method: 'POST', path: '/roots/:root/contents/bulk', roles: 'writer' },
  editItems: { method: 'POST', path: '/roots/:root/contents/bulk-edit', roles: 'writer' },
  undoItems: { method: 'POST', path: '/roots/:root/contents/undo', roles: 'writer' },
  readItem: { method: 'GET', path: '/roots/:root/contents/:id', roles: 'viewer' },
  saveItem: { method: 'PATCH', path: '/roots/:root/contents/:id', roles: 'writer' },
  changeItem: { method: 'POST', path: '/roots/:root/contents/:id/state', roles: 'writer' },
  scheduleItem: { method: 'POST', path: '/roots/:root/contents/:id/schedule', roles: 'editor' },
  moveSchedule: { method: 'PATCH', path: '/roots/:root/contents/:id/schedule', roles: 'editor' },
  unscheduleItem: { method: 'DELETE', path: '/roots/:root/contents/:id/schedule', roles: 'editor' },
  listSchedules: { method: 'GET', path: '/roots/:root/schedules', roles: 'viewer' },
  listItemReleases: { method: 'GET', path: '/roots/:root/contents/:id/releases', roles: 'viewer' },
  listReleases: { method: 'GET', path: '/roots/:root/releases', roles: 'viewer' },
  createRelease: { method: 'POST', path: '/roots/:root/releases', roles: 'writer' },
  readRelease: { method: 'GET', path: '/roots/:root/releases/:release', roles: 'viewer' },
  changeRelease: { method: 'PATCH', path: '/roots/:root/releases/:release', roles: 'writer' },
  deleteRelease: { method: 'DELETE', path: '/roots/:root/releases/:release', roles: 'writer' },
  duplicateRelease: {
    method: 'POST',
    path: '/roots/:root/releases/:release/duplicate',
    roles: 'writer',
  },
  listReleaseEntries: {
    method: 'GET',
    path: '/roots/:root/releases/:release/entries',
    roles: 'viewer',
  },
  addToRelease: { method: 'POST', path: '/roots/:root/releases/:release/entries', roles: 'writer' },
  removeFromRelease: {
    method: 'POST',
    path: '/roots/:root/releases/:release/entries/remove',
    roles: 'writer',
  },
  readReleaseItem: {
    method: 'GET',
    path: '/roots/:root/releases/:release/items/:id',
    roles: 'viewer',
  },
  validateRelease: {
    method: 'GET',
    path: '/roots/:root/releases/:release/check',
    roles: 'viewer',
  },
  publishRelease: {
    method: 'POST',
    path: '/roots/:root/releases/:release/publish',
    roles: 'editor',
  },
  unscheduleRelease: {
    method: 'DELETE',
    path: '/roots/:root/releases/:release/schedule',
    roles: 'editor',
  },
  undoRelease: { method: 'POST', path: '/roots/:root/releases/:release/undo', roles: 'editor' },
  setReview: { method: 'PUT', path: '/roots/:root/contents/:id/review', roles: 'writer' },
  confirmTranslation: {
    method: 'POST',
    path: '/roots/:root/contents/:id/translation',
    roles: 'writer',
  },
  reportPresence: { method: 'PUT', path: '/roots/:root/contents/:id/presence', roles: 'viewer' },
  duplicateItem: { method: 'POST', path: '/roots/:root/contents/:id/duplicate', roles: 'writer' },
  listReferrers: { method: 'GET', path: '/roots/:root/contents/:id/referrers', roles: 'viewer' },
  findReferrers: { method: 'POST', path: '/roots/:root/referrers', roles: 'writer' },
  listHistory: { method: 'GET', path: '/roots/:root/contents/:id/history', roles: 'viewer' },
  listRevisions: { method: 'GET', path: '/roots/:root/contents/:id/revisions', roles: 'viewer' },
  readRevision: {
    method: 'GET',
    path: '/roots/:root/contents/:id/revisions/:revision',
    roles: 'viewer',
  },
  nameRevision: {
    method: 'PATCH',
    path: '/roots/:root/contents/:id/revisions/:revision',
    roles: 'writer',
  },
  revertItem: { method: 'POST', path: '/roots/:root/contents/:id/revert', roles: 'writer' },
  eraseValues: { method: 'POST', path: '/roots/:root/contents/:id/erase', roles: 'owner' },
  exportContents: { method: 'GET', path: '/roots/:root/export', roles: 'viewer' },
  readImport: { method: 'GET', path: '/roots/:root/imports/:id', roles: 'editor' },
  importLines: { method: 'POST', path: '/roots/:root/imports/:id', roles: 'editor' },
  endImport: { method: 'DELETE', path: '/roots/:root/imports/:id', roles: 'editor' },
  readLabels: { method: 'GET', path: '/roots/:root/labels', roles: 'viewer' },

  listMedia: { method: 'GET', path: '/roots/:root/media', roles: 'viewer' },
  readMedia: { method: 'GET', path: '/roots/:root/media/:id', roles: 'viewer' },
  listMediaLabels: { method: 'GET', path: '/roots/:root/media-labels', roles: 'viewer' },
  findFile: { method: 'GET', path: '/roots/:root/media-file', roles: 'viewer' },
  uploadMedia: { method: 'POST', path: '/roots/:root/media', roles: 'writer' },
  changeMedia: { method: 'PATCH', path: '/roots/:root/media/:id', roles: 'writer' },
  replaceMedia: { method: 'PUT', path: '/roots/:root/media/:id/file', roles: 'editor' },
  labelMedia: { method: 'POST', path: '/roots/:root/media/labels', roles: 'editor' },
  changeMediaState: { method: 'POST', path: '/roots/:root/media/state', roles: 'editor' },
  listMediaReferrers: { method: 'GET', path: '/roots/:root/media/:id/referrers', roles: 'viewer' },

  deleteForever: { method: 'POST', path: '/roots/:root/trash/delete', roles: 'admin' },

  listKeys: { method: 'GET', path: '/roots/:root/keys', roles: 'admin' },
  createKey: { method: 'POST', path: '/roots/:root/keys', roles: 'admin' },
  changeKey: { method: 'PATCH', path: '/roots/:root/keys/:id', roles: 'admin' },
  revokeKey: { method: 'DELETE', path: '/roots/:root/keys/:id', roles: 'admin' },

  listWebhooks: { method: 'GET', path: '/roots/:root/webhooks', roles: 'admin' },
  createWebhook: { method: 'POST', path: '/roots/:root/webhooks', roles: 'admin' },
  readWebhook: { method: 'GET', path: '/roots/:root/webhooks/:id', roles: 'admin' },
  changeWebhook: { method: 'PATCH', path: '/roots/:root/webhooks/:id', roles: 'admin' },
  deleteWebhook: { method: 'DELETE', path: '/roots/:root/webhooks/:id', roles: 'admin' },
  rotateWebhook: { method: 'POST', path: '/roots/:root/webhooks/:id/secret', roles: 'admin' },
  testWebhook: { method: 'POST', path: '/roots/:root/webhooks/:id/test', roles: 'admin' },
  replayWebhook: { method: 'POST', path: '/roots/:root/webhooks/:id/replay', roles: 'admin' },
  readWebhookHealth: { method: 'GET', path: '/roots/:root/webhooks/:id/health', roles: 'admin' },
  listDeliveries: { method: 'GET', path: '/roots/:root/webhooks/:id/deliveries', roles: 'admin' },
  readDelivery: {
    method: 'GET',
    path: '/roots/:root/webhooks/:id/deliveries/:delivery',
    roles: 'admin',
  },

  listDeploys: { method: 'GET', path: '/roots/:root/deploys', roles: 'viewer' },
  startDeploy: { method: 'POST', path: '/roots/:root/deploys/:id', roles: 'editor' },

  listTokens: { method: 'GET', path: '/tokens', roles: 'admin' },
  createToken: { method: 'POST', path: '/tokens', roles: 'admin' },
  revokeToken: { method: 'DELETE', path: '/tokens/:id', roles: 'admin' },
  readUsage: { method: 'GET', path: '/roots/:root/usage', roles: 'admin' },
  listAuditEntries: { method: 'GET', path: '/roots/:root/audit', roles: 'admin' },
  explore: { method: 'POST', path: '/roots/:root/explorer', roles: 'viewer' },
  /** Server-Sent Events: `event: ready` with a `StreamReady` once, then `event: change` with a `ChangeEvent`. */
  events: { method: 'GET', path: '/roots/:root/events', roles: 'viewer' },
} as const satisfies Record<string, AdminRouteFacts>

export type AdminRouteName = keyof typeof adminRoutes
