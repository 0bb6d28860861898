import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refusal, type Problem } from '@octavo/schema/errors.ts'
import type { ContentContext } from '../content/context.ts'
import type { Role } from '../store/records.ts'

const emailPattern = /^[^\s@]{1,64}@[^\s@]{1,255}$/
const shortestPassword = 8
const longestPassword = 1024

export interface NewUser {
  email: string
  role: Role
  password: string
  actor: string
}

export async function createUser(context: ContentContext, user: NewUser): Promise<number> {
  const email = normalEmail(user.email)
  const problems = problemsOf(email, user.password)
  if (problems.length > 0) throw new Refusal('badRequest', problems)
  const passwordHash = await hashPassword(user.password)
  return context.store.write(async (tx) => {
    if (await tx.users.byEmail(email)) {
      throw new Refusal('badRequest', [{ path: 'email', message: 'there is such an account already' }])
    }
    const [id = 0] = await tx.ids.allocate('user', 1)
    const at = context.now()
    await tx.users.insert({ id, email, role: user.role, passwordHash, createdAt: at })
    await tx.changes.append([
      {
        at,
        // Accounts are of the instance, not of one root space.
        rootId: 0,
        kind: 'user',
        subjectId: id,
        modelId: null,
        actor: user.actor,
        action: 'create',
        scopes: [],
      },
    ])
    return id
  })
}

/** The form in which addresses are stored and looked up. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

function problemsOf(email: string, password: string): Problem[] {
  const problems: Problem[] = []
  if (!emailPattern.test(email) || !email.isWellFormed() || email.includes('\0')) {
    problems.push({ path: 'email', message: 'must be an e-mail address' })
  }
  if (password.length < shortestPassword || password.length > longestPassword) {
    const message = `must have ${shortestPassword} to ${longestPassword} characters`
    problems.push({ path: 'password', message })
  }
  return problems
}

const derive = promisify(argon2)

interface Cost {
  memory: number
  passes: number
  parallelism: number
}

/** The second of the settings that RFC 9106 recommends, with the memory that OWASP asks for. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const hashLength = 32

/** As other programs write it: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await deriveTag(password, salt, cost, hashLength)
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

const hashPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  const match = hashPattern.exec(passwordHash)
  if (!match || password.length > longestPassword) return false
  const [memory = 0, passes = 0, parallelism = 0] = match.slice(1, 4).map(Number)
  const salt = Buffer.from(match[4] ?? '', 'base64')
  const expected = Buffer.from(match[5] ?? '', 'base64')
  const tag = await deriveTag(password, salt, { memory, passes, parallelism }, expected.length)
  return timingSafeEqual(tag, expected)
}

function deriveTag(password: string, nonce: Buffer, by: Cost, tagLength: number): Promise<Buffer> {
  // One password may be typed in composed or decomposed characters, by keyboard and system.
  const message = password.normalize('NFC')
  return derive('argon2id', { message, nonce, tagLength, ...by })
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
