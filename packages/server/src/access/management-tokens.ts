/** Tokens with which programs use the management API. Each is shown once and stored hashed. */
import { hash, randomBytes } from 'node:crypto'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Role } from '@octavo/schema/roles.ts'
import type { ContentContext } from '../content/context.ts'
import type { NewChange, TokenRecord } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'
import { restrictedSpaceIds } from './principal.ts'

const prefix = 'octavo_token_'
const tokenPattern = /^octavo_token_[A-Za-z0-9_-]{43}$/
const hintLength = prefix.length + 4
/** The last use is recorded no more often than this, so that reads cause few writes. */
const recordEvery = 5 * 60 * 1000

export interface NewToken {
  name: string
  role: Role
  spaceIds: number[] | null
  expiresAt: number | null
  actor: string
}

/** The text of the token is returned here and nowhere else. */
export function createToken(
  context: ContentContext,
  { actor, ...settings }: NewToken,
): Promise<{ token: string; record: TokenRecord }> {
  if (settings.name.trim() === '') {
    throw new Refusal('badRequest', [problemAt('name', say('tokenName'))])
  }
  const token = prefix + randomBytes(32).toString('base64url')
  return context.store.write(async (tx) => {
    // Keys and tokens share their ids, so that neither can be taken for the other.
    const [id = 0] = await tx.ids.allocate('key', 1)
    const at = context.now()
    const record: TokenRecord = {
      ...settings,
      id,
      spaceIds: restrictedSpaceIds(settings),
      tokenHash: hash('sha256', token),
      hint: token.slice(0, hintLength),
      createdAt: at,
      lastUsedAt: null,
    }
    await tx.tokens.insert(record)
    await tx.changes.append([changeOf(id, actor, 'create', at)])
    return { token, record }
  })
}

export function listTokens(context: ContentContext): Promise<TokenRecord[]> {
  return context.store.read((tx) => tx.tokens.list())
}

/** The token stops working at once, in every process. */
export function revokeToken(context: ContentContext, id: number, actor: string): Promise<void> {
  return context.store.write(async (tx) => {
    const tokens = await tx.tokens.list()
    if (!tokens.some((token) => token.id === id)) {
      throw new Refusal('notFound', say('tokenGone'))
    }
    await tx.tokens.remove(id)
    await tx.changes.append([changeOf(id, actor, 'revoke', context.now())])
  })
}

/** The token in an `Authorization: Bearer` header, as it was sent. */
export function bearerIn(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
}

/** Undefined for a token that is unknown or expired. */
export async function findToken(
  tx: ReadTransaction,
  text: string,
  now: number,
): Promise<TokenRecord | undefined> {
  if (!tokenPattern.test(text)) return undefined
  const token = await tx.tokens.byHash(hash('sha256', text))
  return token && (token.expiresAt === null || token.expiresAt > now) ? token : undefined
}

export async function recordTokenUse(
  context: ContentContext,
  { id, lastUsedAt }: TokenRecord,
): Promise<void> {
  const now = context.now()
  if (now - (lastUsedAt ?? 0) < recordEvery) return
  await context.store.write((tx) => tx.tokens.touch(id, now))
}

function changeOf(subjectId: number, actor: string, action: string, at: number): NewChange {
  return { at, rootId: 0, kind: 'token', subjectId, modelId: null, actor, action, scopes: [] }
}
