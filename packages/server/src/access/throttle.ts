/**
 * Slows down password guessing. Failures are counted by account and network address together, by
 * account, and by address. At a limit, attempts are rejected until a quarter of an hour after the first
 * failure. The counts are in the store, so that all processes share them.
 *
 * An attempt is counted as a failure before its password is hashed, and uncounted if the password is
 * right. Otherwise concurrent guesses would all pass the check before the first one is counted.
 */
import { normalEmail } from '@octavo/schema/accounts.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import type { ContentContext } from '../content/context.ts'
import type { FailureRecord } from '../store/accounts.ts'
import type { WriteTransaction } from '../store/store.ts'
import { networkOf } from './client-address.ts'
import type { Counted } from './passwords.ts'

const windowTime = 15 * 60 * 1000

/**
 * One address may try one account a few times. All addresses together get more attempts, so that an
 * attacker cannot lock an owner out. One address that tries many accounts is stopped as well.
 */
const bounds = { pair: 5, email: 30, address: 60 } as const

interface Attempt {
  email: string
  address: string
}

/** Too many failed sign-ins; `seconds` is the time to wait. */
export class TooManyFailures extends Refusal {
  override name = 'TooManyFailures'
  readonly seconds: number

  constructor(seconds: number) {
    super('tooManyRequests', `too many failed attempts; retry in ${seconds} seconds`)
    this.seconds = seconds
  }
}

/** Rejects an attempt during the waiting time, without waiting for other attempts. */
export async function requireNoBackoff(context: ContentContext, attempt: Attempt): Promise<void> {
  const names = namesOf(attempt)
  const failures = await context.store.read((tx) => tx.accounts.failures(Object.values(names)))
  refuseAtBound(failures, names, context.now())
}

/** A successful sign-in resets the failures of the account. */
export function countedSignIn(context: ContentContext, attempt: Attempt): Counted {
  return {
    begin: () => countAttempt(context, attempt),
    succeed: () => resetFailures(context, attempt),
  }
}

/** A password change needs a session: earlier failures still count, a successful attempt does not. */
export function countedChange(context: ContentContext, attempt: Attempt): Counted {
  return {
    begin: () => countAttempt(context, attempt),
    succeed: () => changeCounts(context, namesOf(attempt), lower),
  }
}

/** Counts an attempt as a failure, or rejects it if a limit is reached. */
function countAttempt(context: ContentContext, attempt: Attempt): Promise<void> {
  const names = namesOf(attempt)
  const now = context.now()
  return changeCounts(context, names, async (current, tx) => {
    refuseAtBound([...current.values()], names, now)
    await tx.accounts.saveFailures(
      Object.values(names).map((name) => {
        const before = current.get(name)
        return { name, count: (before?.count ?? 0) + 1, since: before?.since ?? now }
      }),
    )
  })
}

/** Removes the failures of the account. Failures of other accounts from the same address still count. */
function resetFailures(context: ContentContext, attempt: Attempt): Promise<void> {
  const names = namesOf(attempt)
  return changeCounts(context, names, async (current, tx) => {
    await tx.accounts.removeFailures([names.pair, names.email])
    const shared = current.get(names.address)
    if (shared) await lower(new Map([[names.address, shared]]), tx)
  })
}

type Counts = ReadonlyMap<string, FailureRecord>

/** Changes the current counts under a lock. */
function changeCounts(
  context: ContentContext,
  names: Names,
  change: (current: Counts, tx: WriteTransaction) => Promise<void>,
): Promise<void> {
  const all = Object.values(names)
  const oldest = context.now() - windowTime
  return context.store.write(async (tx) => {
    for (const name of all.toSorted()) await tx.accounts.lockFailures(name)
    await tx.accounts.removeFailuresBefore(oldest)
    const current = await tx.accounts.failures(all)
    await change(new Map(current.map((failure) => [failure.name, failure])), tx)
  })
}

async function lower(current: Counts, tx: WriteTransaction): Promise<void> {
  const counts = Array.from(current.values(), (failure) => ({
    ...failure,
    count: failure.count - 1,
  }))
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
