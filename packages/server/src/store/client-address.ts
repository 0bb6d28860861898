/**
 * The network address of the client whose request is being handled, for the change log. It is not an argument,
 * because every use case writes to the change log, and most are also called by commands, which have no client.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const addresses = new AsyncLocalStorage<string>()

/** Entries of the change log that this work appends have the address. */
export function withClientAddress<Result>(address: string, work: () => Result): Result {
  return addresses.run(address, work)
}

/** For work that goes on after a request, or serves others as well. */
export function withoutClientAddress<Result>(work: () => Result): Result {
  return addresses.run('', work)
}

export function currentClientAddress(): string | null {
  return addresses.getStore() || null
}
