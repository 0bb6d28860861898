/**
 * Limits the concurrent requests of each client, so that one client cannot use up the server, and starts
 * each request in its own turn of the event loop.
 */
import { networkOf } from '../access/client-address.ts'
import { createScheduler } from '../scheduling/scheduler.ts'
import { nextTurn } from '../scheduling/turns.ts'
import type { KeyRecord } from '../store/records.ts'
import type { HttpRequest } from './exchange.ts'

/** Limits per client and process. Reads and writes are counted separately. */
export interface ClientLimits {
  /** Concurrent requests of one key or account. */
  readonly perKey: number
  /** Concurrent requests from one address without a valid key or session. */
  readonly perAddress: number
  /** Requests of one client that wait for a free slot. */
  readonly queued: number
}

export const defaultClientLimits: ClientLimits = { perKey: 64, perAddress: 32, queued: 1000 }

export interface Clients {
  /** Runs the work when the client has a free slot. Requests of disconnected clients leave the queue. */
  run<T>(request: ClientRequest, credential: string | undefined, work: () => Promise<T>): Promise<T>
  /** Counts requests with this valid credential for its owner, whatever address they come from. */
  setOwner(credential: string, owner: Owner): void
  /** The API key that this credential belonged to when it was verified. */
  keyOf(credential: string): KeyRecord | undefined
  /** Call this when a credential is not valid. */
  removeOwner(credential: string | undefined): void
}

export interface Owner {
  readonly name: string
  readonly key?: KeyRecord
}

type ClientRequest = Pick<HttpRequest, 'method' | 'address' | 'isGone'>

const maxOwners = 10_000

export function createClients(limits: ClientLimits = defaultClientLimits): Clients {
  const scheduler = createScheduler({ waiting: { perGroup: limits.queued } })
  /** Owners by credential. Contains only credentials that were verified. */
  const owners = new Map<string, Owner>()
  return {
    run(request, credential = '', work) {
      const kind = request.method === 'GET' || request.method === 'HEAD' ? 'reads' : 'writes'
      const owner = owners.get(credential)
      const group = `${kind} ${owner?.name ?? networkOf(request.address)}`
      const perGroup = owner === undefined ? limits.perAddress : limits.perKey
      return scheduler.run({ group, perGroup, isGone: request.isGone }, async () => {
        await nextTurn()
        return work()
      })
    },
    setOwner(credential, owner) {
      if (owners.size >= maxOwners && !owners.has(credential)) owners.clear()
      owners.set(credential, owner)
    },
    keyOf: (credential) => owners.get(credential)?.key,
    removeOwner: (credential = '') => void owners.delete(credential),
  }
}
