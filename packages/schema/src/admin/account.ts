/** Who uses Studio: set-up, sign-in, sessions, members. Times are ISO 8601 UTC. */
import type { Limits } from './settings.ts'
import type { RootDefinition } from '../definitions.ts'
import type { Role } from '../roles.ts'

/** The first request of the app: all that it needs before it asks for content. */
export type Bootstrap =
  /** Nobody owns this instance yet: `setUpOwner` comes next. */
  { state: 'setup' } | { state: 'signedOut' } | ReadyBootstrap

export interface ReadyBootstrap {
  state: 'ready'
  user: Account
  sessionId: string
  /** The root spaces that the user may use; empty for a member without any. */
  roots: RootName[]
  /** The whole definition of the root asked for, or of the first; null where there is none. */
  root: RootDefinition | null
  /** LUIDs of the spaces of `root` that the user may use, in the order of the definition. */
  spaces: string[]
  limits: Limits
  addresses: Addresses
  version: string
}

export interface RootName {
  luid: string
  name: string
}

export interface Addresses {
  /** Public address of the API, `/v1` included. */
  api: string
  /** Public address of the media files. */
  assets: string
}

export interface Account {
  id: number
  email: string
  name: string
  role: Role
  preferences: Preferences
}

export const themes = ['system', 'light', 'dark'] as const
export const studioLanguages = ['en', 'ja'] as const

export interface Preferences {
  /** Language of the interface; null follows the browser. */
  language: (typeof studioLanguages)[number] | null
  theme: (typeof themes)[number]
}

export interface OwnerSetup {
  email: string
  password: string
  name?: string
}

export interface SignIn {
  email: string
  password: string
}

export interface PasswordChange {
  current: string
  next: string
}

export interface ProfileChange {
  name?: string
  preferences?: Partial<Preferences>
}

export interface SessionInfo {
  id: string
  isCurrent: boolean
  createdAt: string
  lastSeenAt: string
  /** Where it came from, as far as the server knows. */
  address: string
  /** The browser, as it names itself. */
  agent: string
}

export interface Member {
  id: number
  email: string
  name: string
  role: Role
  /** Spaces that an editor or viewer is restricted to; null for all. Owners and admins: null. */
  spaces: SpaceName[] | null
  /** Invited: has not set a password yet. */
  state: 'active' | 'invited'
  createdAt: string
  lastSeenAt: string | null
}

/** A space by the LUIDs of its root and its own. */
export interface SpaceName {
  root: string
  space: string
}

export interface MemberInvite {
  email: string
  name?: string
  role: Role
  spaces?: SpaceName[] | null
}

export interface MemberChange {
  role?: Role
  spaces?: SpaceName[] | null
}

/** Shown to the inviter once: whoever has the link sets the password of the account. */
export interface Invitation {
  token: string
  /** Path in the app, to be put behind its address: `/invitation#<token>`. */
  path: string
  expiresAt: string
}

export interface InvitedMember {
  member: Member
  invitation: Invitation
}

export interface AcceptInvitation {
  token: string
  password: string
  name?: string
}
