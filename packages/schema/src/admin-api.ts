/**
 * The management API that Studio speaks, below `/admin/api`. Same origin only: a session cookie says
 * who asks, and every request but GET carries the header `X-Octavo-Studio: 1`. Bodies and answers are
 * JSON unless a route says otherwise. Errors are an `AdminError`: 400 with problems, 401 signed out,
 * 403 not allowed, 404 not there (or not for this user), 412 somebody else was faster, 429 wait.
 *
 * What the API returns for a model is made up by `exampleOf` in example.ts, without a request.
 * `:root` is the LUID of the root space. Route names, not paths, are what the app calls.
 */
import type * as account from './admin/account.ts'
import type * as contents from './admin/contents.ts'
import type * as media from './admin/media.ts'
import type * as schema from './admin/schema.ts'
import type * as settings from './admin/settings.ts'
import type { RootDefinition, RootSettings } from './definitions.ts'
import type { Role } from './roles.ts'

export const adminPath = '/admin/api'
export const adminHeader = { name: 'X-Octavo-Studio', value: '1' } as const
/** Stands in the built index.html wherever the nonce of inline styles goes; the server fills it in. */
export const noncePlaceholder = '__CSP_NONCE__'

export interface AdminRouteFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** The least role that may call it; `anyone` needs no session. */
  readonly roles: Role | 'anyone'
}

export const adminRoutes = {
  bootstrap: { method: 'GET', path: '/bootstrap', roles: 'anyone' },
  setUpOwner: { method: 'POST', path: '/owner', roles: 'anyone' },
  signIn: { method: 'POST', path: '/session', roles: 'anyone' },
  lookAtInvitation: { method: 'POST', path: '/invitation/look', roles: 'anyone' },
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

  readSchema: { method: 'GET', path: '/roots/:root/schema', roles: 'viewer' },
  previewSchema: { method: 'POST', path: '/roots/:root/schema/preview', roles: 'admin' },
  applySchema: { method: 'PUT', path: '/roots/:root/schema', roles: 'admin' },
  changeSettings: { method: 'PATCH', path: '/roots/:root/settings', roles: 'admin' },
  countContents: { method: 'GET', path: '/roots/:root/counts', roles: 'viewer' },

  listContents: { method: 'GET', path: '/roots/:root/contents', roles: 'viewer' },
  listContentIds: { method: 'GET', path: '/roots/:root/content-ids', roles: 'viewer' },
  createItem: { method: 'POST', path: '/roots/:root/contents', roles: 'editor' },
  changeItems: { method: 'POST', path: '/roots/:root/contents/bulk', roles: 'editor' },
  editItems: { method: 'POST', path: '/roots/:root/contents/bulk-edit', roles: 'editor' },
  readItem: { method: 'GET', path: '/roots/:root/contents/:id', roles: 'viewer' },
  saveItem: { method: 'PATCH', path: '/roots/:root/contents/:id', roles: 'editor' },
  changeItem: { method: 'POST', path: '/roots/:root/contents/:id/state', roles: 'editor' },
  duplicateItem: { method: 'POST', path: '/roots/:root/contents/:id/duplicate', roles: 'editor' },
  listReferrers: { method: 'GET', path: '/roots/:root/contents/:id/referrers', roles: 'viewer' },
  findReferrers: { method: 'POST', path: '/roots/:root/referrers', roles: 'editor' },
  listHistory: { method: 'GET', path: '/roots/:root/contents/:id/history', roles: 'viewer' },
  readLabels: { method: 'GET', path: '/roots/:root/labels', roles: 'viewer' },

  listMedia: { method: 'GET', path: '/roots/:root/media', roles: 'viewer' },
  readMedia: { method: 'GET', path: '/roots/:root/media/:id', roles: 'viewer' },
  uploadMedia: { method: 'POST', path: '/roots/:root/media', roles: 'editor' },
  changeMedia: { method: 'PATCH', path: '/roots/:root/media/:id', roles: 'editor' },
  replaceMedia: { method: 'PUT', path: '/roots/:root/media/:id/file', roles: 'editor' },
  changeMediaState: { method: 'POST', path: '/roots/:root/media/state', roles: 'editor' },
  listMediaReferrers: { method: 'GET', path: '/roots/:root/media/:id/referrers', roles: 'viewer' },

  listKeys: { method: 'GET', path: '/roots/:root/keys', roles: 'admin' },
  createKey: { method: 'POST', path: '/roots/:root/keys', roles: 'admin' },
  changeKey: { method: 'PATCH', path: '/roots/:root/keys/:id', roles: 'admin' },
  revokeKey: { method: 'DELETE', path: '/roots/:root/keys/:id', roles: 'admin' },
  readUsage: { method: 'GET', path: '/roots/:root/usage', roles: 'admin' },
  listDeeds: { method: 'GET', path: '/roots/:root/audit', roles: 'admin' },
  explore: { method: 'POST', path: '/roots/:root/explorer', roles: 'viewer' },
  /** Server-Sent Events: `event: change` with a `ChangeEvent`; `event: ready` once at the start. */
  events: { method: 'GET', path: '/roots/:root/events', roles: 'viewer' },
} as const satisfies Record<string, AdminRouteFacts>

export type AdminRouteName = keyof typeof adminRoutes

interface Paging {
  /** 1 to 100; default 50. */
  limit?: string
  offset?: string
}

interface Done {
  isDone: true
}

/** What each route takes beside the names in its path, and what it answers with. */
export interface AdminCalls {
  bootstrap: { query: { root?: string }; body: undefined; reply: account.Bootstrap }
  setUpOwner: { query: object; body: account.OwnerSetup; reply: account.Account }
  signIn: { query: object; body: account.SignIn; reply: account.Account }
  lookAtInvitation: {
    query: object
    body: { token: string }
    reply: { email: string; name: string }
  }
  acceptInvitation: { query: object; body: account.AcceptInvitation; reply: account.Account }
  signOut: { query: object; body: undefined; reply: Done }
  listSessions: { query: object; body: undefined; reply: { sessions: account.SessionInfo[] } }
  endSession: { query: object; body: undefined; reply: Done }
  endOtherSessions: { query: object; body: undefined; reply: Done }
  changePassword: { query: object; body: account.PasswordChange; reply: Done }
  changeProfile: { query: object; body: account.ProfileChange; reply: account.Account }
  listMembers: { query: object; body: undefined; reply: { members: account.Member[] } }
  inviteMember: { query: object; body: account.MemberInvite; reply: account.InvitedMember }
  changeMember: { query: object; body: account.MemberChange; reply: account.Member }
  removeMember: { query: object; body: undefined; reply: Done }
  renewInvitation: { query: object; body: undefined; reply: account.InvitedMember }
  readSchema: { query: object; body: undefined; reply: schema.SchemaDocument }
  previewSchema: { query: object; body: schema.SchemaProposal; reply: schema.SchemaPreview }
  applySchema: { query: object; body: schema.SchemaChange; reply: RootDefinition }
  changeSettings: { query: object; body: settings.SettingsChange; reply: RootSettings }
  countContents: { query: object; body: undefined; reply: schema.ContentCounts }
  listContents: { query: contents.ContentListQuery; body: undefined; reply: contents.ContentList }
  listContentIds: { query: contents.ContentListQuery; body: undefined; reply: contents.ContentIds }
  createItem: { query: object; body: contents.ItemCreation; reply: contents.EditableItem }
  changeItems: { query: object; body: contents.BulkChange; reply: contents.BulkResult }
  editItems: { query: object; body: contents.BulkEdit; reply: contents.BulkEditResult }
  readItem: { query: object; body: undefined; reply: contents.EditableItem }
  saveItem: { query: object; body: contents.ItemSave; reply: contents.EditableItem }
  changeItem: { query: object; body: contents.ItemStateChange; reply: contents.EditableItem }
  duplicateItem: { query: object; body: undefined; reply: contents.EditableItem }
  listReferrers: { query: Paging; body: undefined; reply: contents.ReferrerList }
  findReferrers: { query: Paging; body: contents.ReferrerQuestion; reply: contents.ReferrerList }
  listHistory: {
    query: { before?: string; limit?: string }
    body: undefined
    reply: contents.DeedList
  }
  /** At most 100 ids each, comma-separated; what is not there is left out. */
  readLabels: {
    query: { items?: string; media?: string; lang?: string }
    body: undefined
    reply: contents.Labels
  }
  listMedia: { query: media.MediaListQuery; body: undefined; reply: media.MediaList }
  readMedia: { query: object; body: undefined; reply: media.MediaItem }
  /** The body is multipart/form-data with one part `file`. */
  uploadMedia: { query: media.UploadQuery; body: FormData; reply: media.MediaItem }
  changeMedia: { query: object; body: media.MediaChange; reply: media.MediaItem }
  replaceMedia: { query: object; body: FormData; reply: media.MediaItem }
  changeMediaState: {
    query: object
    body: media.MediaStateChange
    reply: { rows: media.MediaItem[] }
  }
  listMediaReferrers: { query: Paging; body: undefined; reply: contents.ReferrerList }
  listKeys: { query: object; body: undefined; reply: { keys: settings.KeyInfo[] } }
  createKey: { query: object; body: settings.KeyCreation; reply: settings.CreatedKey }
  changeKey: { query: object; body: settings.KeyChange; reply: settings.KeyInfo }
  revokeKey: { query: object; body: undefined; reply: Done }
  /** `days`: how many, 1 to 366; default 30. */
  readUsage: { query: { days?: string }; body: undefined; reply: settings.Usage }
  listDeeds: { query: settings.AuditQuery; body: undefined; reply: contents.DeedList }
  explore: { query: object; body: settings.ExplorerRequest; reply: settings.ExplorerAnswer }
  events: { query: object; body: undefined; reply: never }
}
