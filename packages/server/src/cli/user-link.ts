/** Links with which users choose their password. */
import { formatTime } from '@octavo/schema/times.ts'
import { inviteMember, renewInvitation, type Invited } from '../access/members.ts'
import { invitationPath } from '../admin/members.ts'
import { publicAddresses } from './addresses.ts'
import { defineCommand } from './command.ts'
import type { CommandContext } from './context.ts'
import { accountNamed, newAccount, newAccountOptions } from './user-options.ts'

const aboutLink = [
  'Prints the link, which works once and for 7 days. Send it to the user. It begins with',
  'OCTAVO_BASE_URL, if that is set for this command.',
]

export const userInvite = defineCommand({
  options: newAccountOptions,
  details: ['Creates an account without a password, and a link that sets one.', ...aboutLink].join(
    '\n',
  ),
  async run(args, context) {
    const member = await newAccount(args, context)
    printLink(context, await inviteMember(await context.content(), 'cli', member))
  },
})

export const userReset = defineCommand({
  needsDatabase: true,
  positionals: [{ name: 'EMAIL' }],
  details: [
    'The current password works until the user chooses another one. Earlier links stop working.',
    ...aboutLink,
  ].join('\n'),
  async run({ positionals: [email = ''] }, context) {
    const content = await context.content()
    const { id } = await accountNamed(content, email)
    printLink(context, await renewInvitation(content, 'cli', id))
  },
})

function printLink({ settings, terminal }: CommandContext, invited: Invited): void {
  terminal.print(`${publicAddresses(settings).webUrl}${invitationPath(invited)}`)
  terminal.note(`The link for ${invited.user.email} works until ${formatTime(invited.expiresAt)}.`)
}
