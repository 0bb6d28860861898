import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { isPassword, longestPassword, shortestPassword } from '@octavo/schema/accounts.ts'
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import { createScheduler } from '../scheduling/scheduler.ts'

export function passwordProblems(password: string, path = 'password'): Problem[] {
  if (isPassword(password)) return []
  return [problemAt(path, say('passwordLength', { min: shortestPassword, max: longestPassword }))]
}

/** Hashes and verifies passwords one at a time, because hashing is slow on purpose. */
export interface Passwords {
  /** Returns the PHC string format: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
  hash(password: string): Promise<string>
  verify(passwordHash: string, password: string, counted?: Counted): Promise<boolean>
}

/** Both run within the scheduled check, so the next check starts after them. */
export interface Counted {
  /** Counts the check, or throws if it is not allowed. */
  begin(): Promise<void>
  /** The password was correct. */
  succeed(): Promise<void>
}

interface Cost {
  memory: number
  passes: number
  parallelism: number
}

export type Derive = (
  message: string,
  parameters: Cost & { nonce: Buffer; tagLength: number },
) => Promise<Buffer>

const argon2id: Derive = (message, parameters) =>
  promisify(argon2)('argon2id', { message, ...parameters })

/**
 * Hashing runs on the thread pool of Node, whose four threads also read files and resize images. It uses one
 * thread, and at most one core.
 */
const running = { total: 1 }
/** A hash takes about 40 ms. */
const waiting = { total: 200 }
const place = { group: 'passwords' }

export function createPasswords(derive: Derive = argon2id): Passwords {
  const scheduler = createScheduler({ running, waiting })
  const tagOf = (password: string, nonce: Buffer, by: Cost, tagLength: number): Promise<Buffer> => {
    // The same password may be typed in composed or decomposed characters, depending on keyboard and system.
    const message = password.normalize('NFC')
    return derive(message, { nonce, tagLength, ...by })
  }

  async function matches(passwordHash: string, password: string): Promise<boolean> {
    const match = hashPattern.exec(passwordHash)
    if (!match || password.length > longestPassword) return false
    const [memory = 0, passes = 0, parallelism = 0] = match.slice(1, 4).map(Number)
    const salt = Buffer.from(match[4] ?? '', 'base64')
    const expected = Buffer.from(match[5] ?? '', 'base64')
    const by = { memory, passes, parallelism }
    return timingSafeEqual(await tagOf(password, salt, by, expected.length), expected)
  }

  return {
    async hash(password) {
      const salt = randomBytes(16)
      const tag = await scheduler.run(place, () => tagOf(password, salt, cost, hashLength))
      const { memory, passes, parallelism } = cost
      return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
    },
    verify: (passwordHash, password, counted) =>
      scheduler.run(place, async () => {
        await counted?.begin()
        const isRight = await matches(passwordHash, password)
        if (isRight) await counted?.succeed()
        return isRight
      }),
  }
}

/** The second recommended option of RFC 9106, with the memory that OWASP recommends. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const hashLength = 32

const hashPattern =
  /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
