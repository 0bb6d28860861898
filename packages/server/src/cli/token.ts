import { roles } from '@octavo/schema/roles.ts'
import { createToken, listTokens, revokeToken } from '../access/management-tokens.ts'
import type { TokenRecord } from '../store/records.ts'
import { defineCommand, idOf, oneOf, required } from './command.ts'
import { expiryOf, spaceIdsOf, timeText } from './key.ts'
import { table } from './table.ts'

export const tokenCreate = defineCommand({
  options: {
    name: { type: 'string', value: 'NAME', about: 'what it is for (required)' },
    role: { type: 'string', value: roles.join('|'), about: 'what it may do (required)' },
    spaces: { type: 'string', value: 'A,B', about: 'only these spaces; _parent is the parent' },
    expires: { type: 'string', value: 'DATE', about: '2027-01-31, or with a time and an offset' },
  },
  details: 'Prints the token alone. It is stored hashed and cannot be shown again.',
  async run(args, context) {
    const { options } = args
    const name = required(args, 'name')
    const role = oneOf(required(args, 'role'), roles, 'role')
    const expiresAt = options.expires === undefined ? null : expiryOf(options.expires, Date.now())
    const { content, rootId } = await context.inRoot()
    const { spaces } = await content.store.read((tx) => tx.roots.load(rootId))
    const spaceIds = options.spaces === undefined ? null : spaceIdsOf(options.spaces, spaces)
    const { token } = await createToken(content, { name, role, spaceIds, expiresAt, actor: 'cli' })
    context.terminal.print(token)
  },
})

export const tokenList = defineCommand({
  needsDatabase: true,
  async run(_, context) {
    const tokens = await listTokens(await context.content())
    const header = ['ID', 'NAME', 'TOKEN', 'ROLE', 'SPACES', 'EXPIRES', 'LAST USED']
    for (const line of table([header, ...tokens.map(rowOf)])) context.terminal.print(line)
  },
})

export const tokenRevoke = defineCommand({
  positionals: [{ name: 'ID' }],
  details: 'The token stops working at once. octavo token list shows the ids.',
  async run({ positionals: [typed = ''] }, context) {
    const id = idOf(typed)
    await revokeToken(await context.content(), id, 'cli')
    context.terminal.note(`Revoked token ${id}.`)
  },
})

function rowOf({ id, name, hint, role, spaceIds, expiresAt, lastUsedAt }: TokenRecord): string[] {
  const spaces = spaceIds === null ? 'all' : spaceIds.map((space) => `#${space}`).join(',')
  return [String(id), name, `${hint}…`, role, spaces, timeText(expiresAt), timeText(lastUsedAt)]
}
