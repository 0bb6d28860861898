import { roles } from '@octavo/schema/roles.ts'
import { createPasswords } from '../access/passwords.ts'
import { createUser } from '../access/users.ts'
import { defineCommand, oneOf, required } from './command.ts'
import { readPassword } from './password.ts'

export const userCreate = defineCommand({
  options: {
    email: { type: 'string', value: 'ADDRESS', about: 'email address for signing in (required)' },
    role: { type: 'string', value: roles.join('|'), about: 'role of the account (required)' },
  },
  details: 'Prompts for the password, or reads it from stdin: octavo user create … < password.txt',
  async run(args, { content, terminal }) {
    const email = required(args, 'email')
    const role = oneOf(required(args, 'role'), roles, 'role')
    const password = await readPassword(terminal)
    const context = { ...(await content()), passwords: createPasswords() }
    await createUser(context, { email, role, password, actor: 'cli' })
    terminal.note(`Created account ${email} (${role}).`)
  },
})
