/**
 * Slows down guessing. Failures count by account and network address together, by account, and by
 * address; whoever reaches a bound waits until a quarter of an hour after the first of them. They
 * are counted in the store, so that all processes count together.
 *
 * An attempt counts as a failure before its password is hashed, and no longer counts when the password
 * is right. Otherwise guesses at the same time would all pass the check before the first one counts.
 */
import { Refusal } from '@octavo/schema/errors.ts'
import type { ContentContext } from '../content/context.ts'
import type { FailureRecord } from '../store/accounts.ts'
import type { WriteTransaction } from '../store/store.ts'
import { networkOf } from './client-address.ts'
import type { Counted } from './passwords.ts'
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

/** Refuses an attempt that must wait, without waiting for other attempts. */
export async function requirePatience(context: ContentContext, attempt: Attempt): Promise<void> {
  const names = namesOf(attempt)
  const failures = await context.store.read((tx) => tx.accounts.failures(Object.values(names)))
  refuseAtBound(failures, names, context.now())
}

/** Who signs in starts anew. */
export function countedSignIn(context: ContentContext, attempt: Attempt): Counted {
  return {
    begin: () => countAttempt(context, attempt),
    succeed: () => forgetFailures(context, attempt),
  }
}

/** Who changes a password is signed in: earlier failures still count, this attempt does not. */
export function countedChange(context: ContentContext, attempt: Attempt): Counted {
  return {
    begin: () => countAttempt(context, attempt),
    succeed: () => changeCounts(context, namesOf(attempt), lower),
  }
}

/** Counts an attempt as a failure, or refuses it where a bound is reached. */
function countAttempt(context: ContentContext, attempt: Attempt): Promise<void> {
  const names = namesOf(attempt)
  const now = context.now()
  return changeCounts(context, names, async (known, tx) => {
    refuseAtBound([...known.values()], names, now)
    await tx.accounts.saveFailures(
      Object.values(names).map((name) => {
        const before = known.get(name)
        return { name, count: (before?.count ?? 0) + 1, since: before?.since ?? now }
      }),
    )
  })
}

/** Forgets the account's failures; what others did from the same address still counts. */
function forgetFailures(context: ContentContext, attempt: Attempt): Promise<void> {
  const names = namesOf(attempt)
  return changeCounts(context, names, async (known, tx) => {
    await tx.accounts.removeFailures([names.pair, names.email])
    const shared = known.get(names.address)
    if (shared) await lower(new Map([[names.address, shared]]), tx)
  })
}

type Counts = ReadonlyMap<string, FailureRecord>

/** Changes the counts that are current, while nobody else does. */
function changeCounts(
  context: ContentContext,
  names: Names,
  change: (known: Counts, tx: WriteTransaction) => Promise<void>,
): Promise<void> {
  const all = Object.values(names)
  const oldest = context.now() - windowTime
  return context.store.write(async (tx) => {
    for (const name of all.toSorted()) await tx.accounts.lockFailures(name)
    await tx.accounts.removeFailuresBefore(oldest)
    const known = await tx.accounts.failures(all)
    await change(new Map(known.map((failure) => [failure.name, failure])), tx)
  })
}

async function lower(known: Counts, tx: WriteTransaction): Promise<void> {
  const counts = Array.from(known.values(), (failure) => ({ ...failure, count: failure.count - 1 }))
  const gone = counts.filter(({ count }) => count <= 0).map(({ name }) => name)
  await tx.accounts.removeFailures(gone)
  await tx.accounts.saveFailures(counts.filter(({ count }) => count > 0))
}

function refuseAtBound(failures: readonly FailureRecord[], names: Names, now: number): void {
  const waits = failures
    .filter((failure) => isCurrent(failure, now) && failure.count >= boundOf(failure.name, names))
    .map(({ since }) => since + windowTime - now)
  if (waits.length > 0) throw new TooManyFailures(Math.ceil(Math.max(...waits) / 1000))
}

type Names = Readonly<Record<keyof typeof bounds, string>>

function namesOf({ email, address }: Attempt): Names {
  const account = normalEmail(email).slice(0, 320).toWellFormed().replaceAll('\0', '')
  const network = networkOf(address)
  return {
    pair: `both ${network} ${account}`,
    email: `email ${account}`,
    address: `from ${network}`,
  }
}

function isCurrent({ since }: FailureRecord, now: number): boolean {
  return since > now - windowTime
}

function boundOf(name: string, names: Names): number {
  if (name === names.pair) return bounds.pair
  return name === names.email ? bounds.email : bounds.address
}
