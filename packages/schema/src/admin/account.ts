/** Studio accounts: setup, sign-in, sessions, members. Times are ISO 8601 UTC. */
import { z } from 'zod'
import { rootDefinition } from './definitions.ts'
import { roles } from '../roles.ts'
import { densities, studioLanguages, themes } from '../choices.ts'
import { limits } from './settings.ts'
import { id, text, time } from './values.ts'

const role = z.enum(roles)
const email = text(400)
const password = z.string().max(2000)
const name = text(400)
const token = text(100)

export const preferences = z
  .strictObject({
    language: z
      .enum(studioLanguages)
      .nullable()
      .describe('Interface language; null uses the language of the browser.'),
    theme: z.enum(themes),
    density: z.enum(densities).describe('How much room lists and forms take.'),
  })
  .meta({ id: 'Preferences' })

export const account = z
  .strictObject({ id, email: z.string(), name: z.string(), role, preferences })
  .meta({ id: 'Account' })

const rootName = z.strictObject({ luid: z.string(), name: z.string() }).meta({ id: 'RootName' })

const addresses = z
  .strictObject({
    api: z.string().describe('Public URL of the API, including `/v1`.'),
    assets: z.string().describe('Public URL of the media files.'),
  })
  .meta({ id: 'Addresses' })

const readyBootstrap = z
  .strictObject({
    state: z.literal('ready'),
    user: account,
    sessionId: z.string(),
    roots: z
      .array(rootName)
      .describe('The root spaces that the user can access; empty if there are none.'),
    root: rootDefinition
      .nullable()
      .describe(
        'The full definition of the requested root, or of the first one; null if there is none.',
      ),
    spaces: z
      .array(z.string())
      .describe(
        'LUIDs of the spaces of `root` that the user can access, in the order of the definition.',
      ),
    modelsFile: z
      .string()
      .nullable()
      .describe(
        'The configuration file that the models of `root` come from: they are changed there alone. Null where Studio changes them.',
      ),
    limits,
    addresses,
    version: z.string(),
  })
  .meta({ id: 'ReadyBootstrap' })

export const bootstrap = z
  .union([
    z
      .strictObject({ state: z.literal('setup') })
      .describe('The instance has no owner yet: call `setUpOwner` next.'),
    z.strictObject({ state: z.literal('signedOut') }),
    readyBootstrap,
  ])
  .meta({
    id: 'Bootstrap',
    description: 'The first request of Studio: everything it needs before it reads content.',
  })

export const ownerSetup = z
  .strictObject({ email, password, name: name.exactOptional() })
  .meta({ id: 'OwnerSetup' })

export const signIn = z.strictObject({ email, password }).meta({ id: 'SignIn' })

export const passwordChange = z
  .strictObject({ current: password, next: password })
  .meta({ id: 'PasswordChange' })

export const profileChange = z
  .strictObject({
    name: name.exactOptional(),
    preferences: z
      .strictObject({
        language: preferences.shape.language.exactOptional(),
        theme: preferences.shape.theme.exactOptional(),
        density: preferences.shape.density.exactOptional(),
      })
      .exactOptional(),
  })
  .meta({ id: 'ProfileChange' })

export const sessionInfo = z
  .strictObject({
    id: z.string(),
    isCurrent: z.boolean(),
    createdAt: time,
    lastSeenAt: time,
    address: z.string().describe('IP address of the client, if known.'),
    agent: z.string().describe('The `User-Agent` of the browser.'),
  })
  .meta({ id: 'SessionInfo' })

export const spaceName = z.strictObject({ root: text(64), space: text(64) }).meta({
  id: 'SpaceName',
  description: 'A space, identified by the LUID of its root and its own LUID.',
})

export const reach = z.array(spaceName).max(1000).nullable()

export const member = z
  .strictObject({
    id,
    email: z.string(),
    name: z.string(),
    role,
    spaces: z
      .array(spaceName)
      .nullable()
      .describe(
        'Spaces that an editor, writer or viewer is restricted to; null for all. Always null for owners and admins.',
      ),
    state: z
      .enum(['active', 'invited'])
      .describe('`invited`: the member has not set a password yet.'),
    createdAt: time,
    lastSeenAt: time.nullable(),
  })
  .meta({ id: 'Member' })

export const memberInvite = z
  .strictObject({ email, name: name.exactOptional(), role, spaces: reach.exactOptional() })
  .meta({ id: 'MemberInvite' })

export const memberChange = z
  .strictObject({ role: role.exactOptional(), spaces: reach.exactOptional() })
  .meta({ id: 'MemberChange' })

const invitation = z
  .strictObject({
    token: z.string(),
    path: z.string().describe('Path to append to the URL of Studio: `/invitation#<token>`.'),
    expiresAt: time,
  })
  .meta({
    id: 'Invitation',
    description:
      'Shown once, to the inviter. Anyone with the link can set the password of the account.',
  })

export const invitedMember = z.strictObject({ member, invitation }).meta({ id: 'InvitedMember' })

export const invitationToken = z.strictObject({ token })

export const acceptInvitation = z
  .strictObject({ token, password, name: name.exactOptional() })
  .meta({ id: 'AcceptInvitation' })

export type Account = z.infer<typeof account>
export type Bootstrap = z.infer<typeof bootstrap>
export type InvitedMember = z.infer<typeof invitedMember>
export type Member = z.infer<typeof member>
export type Preferences = z.infer<typeof preferences>
export type ProfileChange = z.infer<typeof profileChange>
export type ReadyBootstrap = z.infer<typeof readyBootstrap>
export type SpaceName = z.infer<typeof spaceName>
