import { roles } from '@octavo/schema/roles.ts'
import { changeMember, removeMember } from '../access/members.ts'
import { createPasswords } from '../access/passwords.ts'
import { createUser, isInvited } from '../access/users.ts'
import { rootsIn } from '../admin/reach.ts'
import { spaceNamesOf } from '../admin/space-names.ts'
import { defineCommand, oneOf, UsageError } from './command.ts'
import { timeText } from './key.ts'
import { readPassword } from './password.ts'
import { table } from './table.ts'
import {
  accountNamed,
  newAccount,
  newAccountOptions,
  requireRestrictable,
  spaceIdsNamed,
} from './user-options.ts'

export const userCreate = defineCommand({
  options: newAccountOptions,
  details: 'Prompts for the password, or reads it from stdin: octavo user create … < password.txt',
  async run(args, context) {
    const account = await newAccount(args, context)
    const password = await readPassword(context.terminal)
    const deps = { ...(await context.content()), passwords: createPasswords() }
    await createUser(deps, { ...account, password, actor: 'cli' })
    context.terminal.note(`Created account ${account.email} (${account.role}).`)
  },
})

export const userList = defineCommand({
  needsDatabase: true,
  async run(_, context) {
    const content = await context.content()
    const { users, roots, lastSeen } = await content.store.read(async (tx) => ({
      users: await tx.users.list(),
      roots: await rootsIn(content, tx),
      lastSeen: await tx.accounts.lastSeen(),
    }))
    const spacesOf = (ids: readonly number[] | null): string =>
      ids === null
        ? 'all'
        : spaceNamesOf(ids, roots)
            .map(({ root, space }) => `${root}/${space}`)
            .join(',') || 'none'
    const rows = users.map((user) => [
      user.email,
      user.name || '-',
      user.role,
      spacesOf(user.spaceIds),
      isInvited(user) ? 'invited' : 'active',
      timeText(lastSeen.get(user.id)),
    ])
    const header = ['EMAIL', 'NAME', 'ROLE', 'SPACES', 'STATE', 'LAST SEEN']
    for (const line of table([header, ...rows])) context.terminal.print(line)
  },
})

export const userUpdate = defineCommand({
  needsDatabase: true,
  options: {
    name: { ...newAccountOptions.name, about: 'another name' },
    role: { ...newAccountOptions.role, about: 'another role' },
    spaces: { ...newAccountOptions.spaces, value: 'A,B|all' },
  },
  positionals: [{ name: 'EMAIL' }],
  details: [
    'Changes only what is given, from the next request of the account on. --spaces replaces the list.',
    'To let the user choose another password, run octavo user reset.',
  ].join('\n'),
  async run({ positionals: [email = ''], options }, context) {
    const { name, spaces } = options
    const role = options.role === undefined ? undefined : oneOf(options.role, roles, 'role')
    if (name === undefined && role === undefined && spaces === undefined) {
      throw new UsageError('give at least one of --name, --role and --spaces')
    }
    const content = await context.content()
    const { id, role: current } = await accountNamed(content, email)
    if (spaces !== undefined && spaces !== 'all') requireRestrictable(role ?? current)
    await changeMember(content, 'cli', id, {
      ...(name !== undefined && { name }),
      ...(role && { role }),
      ...(spaces !== undefined && { spaceIds: await spaceIdsNamed(context, spaces) }),
    })
    context.terminal.note(`Changed account ${email}.`)
  },
})

export const userRemove = defineCommand({
  needsDatabase: true,
  positionals: [{ name: 'EMAIL' }],
  details: 'Ends all sessions of the account at once. Content that the user created stays.',
  async run({ positionals: [email = ''] }, context) {
    const content = await context.content()
    await removeMember(content, 'cli', (await accountNamed(content, email)).id)
    context.terminal.note(`Removed account ${email}.`)
  },
})
