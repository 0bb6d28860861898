import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'

const shortestPassword = 8
const longestPassword = 1024

export function passwordProblems(password: string, path = 'password'): Problem[] {
  if (password.length >= shortestPassword && password.length <= longestPassword) return []
  return [problemAt(path, say('passwordLength', { min: shortestPassword, max: longestPassword }))]
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
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await deriveTag(password, salt, cost, hashLength)
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

const hashPattern =
  /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

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
