/**
 * Slows down guessing. Failures count by account and network address together, by account, and by
 * address; whoever reaches a bound waits until a quarter of an hour after the first of them. They
 * are counted in the store, so that all processes count together.
 */
import { Refusal } from '@octavo/schema/errors.ts'
import type { ContentContext } from '../content/context.ts'
import type { FailureRecord } from '../store/accounts.ts'
import { normalEmail } from './users.ts'

const windowTime = 15 * 60 * 1000

/**
 * One place may guess at one account a few times. Many places together get more tries, lest anyone
 * could lock an owner out from afar; one place that tries many accounts is stopped as well.
 */
const bounds = { pair: 5, email: 30, address: 60 } as const

interface Attempt {
  email: string
  address: string
}

/** Too many failed sign-ins; says how long to wait. */
export class TooManyFailures extends Refusal {
  override name = 'TooManyFailures'
  readonly seconds: number

  constructor(seconds: number) {
    super('tooManyRequests', `too many failed tries; the next is possible in ${seconds} seconds`)
    this.seconds = seconds
  }
}

/** Refuses an attempt that must wait, before its password is looked at. */
export async function requirePatience(context: ContentContext, attempt: Attempt): Promise<void> {
  const names = namesOf(attempt)
  const now = context.now()
  const failures = await context.store.read((tx) => tx.accounts.failures(Object.values(names)))
  const waits = failures
    .filter((failure) => isCurrent(failure, now) && failure.count >= boundOf(failure.name, names))
    .map(({ since }) => since + windowTime - now)
  if (waits.length > 0) throw new TooManyFailures(Math.ceil(Math.max(...waits) / 1000))
}

export function countFailure(context: ContentContext, attempt: Attempt): Promise<void> {
  const names = Object.values(namesOf(attempt))
  const now = context.now()
  return context.store.write(async (tx) => {
    for (const name of names.toSorted()) await tx.accounts.lockFailures(name)
    await tx.accounts.removeFailuresBefore(now - windowTime)
    const known = new Map((await tx.accounts.failures(names)).map((row) => [row.name, row]))
    await tx.accounts.saveFailures(
      names.map((name) => {
        const before = known.get(name)
        return { name, count: (before?.count ?? 0) + 1, since: before?.since ?? now }
      }),
    )
  })
}

/** Who knows the password starts anew; what others did from the same address still counts. */
export function forgetFailures(context: ContentContext, attempt: Attempt): Promise<void> {
  const { pair, email } = namesOf(attempt)
  return context.store.write((tx) => tx.accounts.removeFailures([pair, email]))
}

function namesOf({ email, address }: Attempt): Record<keyof typeof bounds, string> {
  const account = normalEmail(email).slice(0, 320).toWellFormed().replaceAll('\0', '')
  const network = networkOf(address)
  return {
    pair: `both ${network} ${account}`,
    email: `email ${account}`,
    address: `from ${network}`,
  }
}

/** Whoever has one IPv6 address has the whole /64 around it. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length
  const all = [
    ...groups,
    ...Array<string>(Math.max(0, missing)).fill('0'),
    ...(tail ?? '').split(':'),
  ]
  return all.slice(0, 4).join(':')
}

function isCurrent({ since }: FailureRecord, now: number): boolean {
  return since > now - windowTime
}

function boundOf(name: string, names: Record<keyof typeof bounds, string>): number {
  if (name === names.pair) return bounds.pair
  return name === names.email ? bounds.email : bounds.address
}
