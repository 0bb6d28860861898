import type { TokenInfo } from '@octavo/schema/admin/tokens.ts'
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import { isAbove } from '@octavo/schema/roles.ts'
import { formatTime } from '@octavo/schema/times.ts'
import { createToken, listTokens, revokeToken } from '../access/management-tokens.ts'
import type { ContentContext } from '../content/context.ts'
import type { TokenRecord } from '../store/records.ts'
import { actorOf, type AdminHandlers } from './api.ts'
import { done, idIn } from './checks.ts'
import { timeOf } from './contents/editable.ts'
import { expiryOf } from './keys.ts'
import { rootsIn } from './reach.ts'
import { spaceIdsOf, spaceNamesOf } from './space-names.ts'

export function tokenHandlers(deps: ContentContext) {
  const rootsNow = (): Promise<RootDefinition[]> => deps.store.read((tx) => rootsIn(deps, tx))
  return {
    listTokens: async () => {
      const [tokens, roots] = [await listTokens(deps), await rootsNow()]
      return { tokens: tokens.map((token) => infoOf(token, roots)) }
    },
    // Only people create tokens: a leaked token must not create others.
    createToken: async (call, { spaces = null, expiresAt = null, name, role }) => {
      const { role: own } = call.caller.user
      if (isAbove(role, own)) {
        throw new Refusal('forbidden', [problemAt('role', say('tokenRole', { role: own }))])
      }
      const { token, record } = await createToken(deps, {
        name,
        role,
        spaceIds: await spaceIdsOf(deps, spaces),
        expiresAt: expiryOf(expiresAt, deps.now()),
        actor: actorOf(call),
      })
      return { token, info: infoOf(record, await rootsNow()) }
    },
    revokeToken: async (call) => {
      await revokeToken(deps, idIn(call, 'token'), actorOf(call))
      return done
    },
  } satisfies Partial<AdminHandlers>
}

function infoOf(token: TokenRecord, roots: readonly RootDefinition[]): TokenInfo {
  return {
    id: token.id,
    name: token.name,
    hint: token.hint,
    role: token.role,
    spaces: token.spaceIds && spaceNamesOf(token.spaceIds, roots),
    expiresAt: timeOf(token.expiresAt),
    createdAt: formatTime(token.createdAt),
    lastUsedAt: timeOf(token.lastUsedAt),
  }
}
