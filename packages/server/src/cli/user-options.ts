/** Accounts, roles and spaces that the user commands name. */
import { normalEmail } from '@octavo/schema/accounts.ts'
import type { SpaceName } from '@octavo/schema/admin/account.ts'
import { canBeRestricted, roles, type Role } from '@octavo/schema/roles.ts'
import { spaceIdsOf } from '../admin/space-names.ts'
import type { ContentContext } from '../content/context.ts'
import type { UserRecord } from '../store/records.ts'
import { CommandError, oneOf, required, UsageError, type CommandArgs } from './command.ts'
import type { CommandContext } from './context.ts'

export const newAccountOptions = {
  email: { type: 'string', value: 'ADDRESS', about: 'email address for signing in (required)' },
  role: { type: 'string', value: roles.join('|'), about: 'role of the account (required)' },
  name: { type: 'string', value: 'NAME', about: 'name that Studio shows' },
  spaces: {
    type: 'string',
    value: 'A,B',
    about: 'only these spaces; root/space for another root space than that of --root',
  },
} as const

type NewAccount = Pick<UserRecord, 'email' | 'role' | 'spaceIds'> & { name?: string }

export async function accountNamed({ store }: ContentContext, email: string): Promise<UserRecord> {
  const user = await store.read((tx) => tx.users.byEmail(normalEmail(email)))
  if (user) return user
  throw new CommandError(`there is no account ${email}. For the accounts, run octavo user list.`)
}

/** The account that the options of `newAccountOptions` describe. */
export async function newAccount(
  args: CommandArgs<typeof newAccountOptions>,
  context: CommandContext,
): Promise<NewAccount> {
  const { name, spaces } = args.options
  const email = required(args, 'email')
  const role = oneOf(required(args, 'role'), roles, 'role')
  if (spaces !== undefined) requireRestrictable(role)
  const spaceIds = await spaceIdsNamed(context, spaces)
  return { email, role, spaceIds, ...(name !== undefined && { name }) }
}

/** Owners and admins may use all spaces, so that a restriction would have no effect. */
export function requireRestrictable(role: Role): void {
  if (canBeRestricted(role)) return
  throw new UsageError(`the role ${role} may use all spaces; remove --spaces`)
}

/** The ids of comma-separated spaces; null without the option or for `all`. */
export async function spaceIdsNamed(
  context: CommandContext,
  text: string | undefined,
): Promise<number[] | null> {
  if (text === undefined || text === 'all') return null
  const names: SpaceName[] = []
  for (const typed of text.split(',')) {
    const [first = '', second] = typed.trim().split('/', 2)
    const root = second === undefined ? (await context.root()).luid : first
    names.push({ root, space: second ?? first })
  }
  return spaceIdsOf(await context.content(), names)
}
