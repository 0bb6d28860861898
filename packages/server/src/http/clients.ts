/**
 * Bounds the requests of one client that are in progress, so that no client takes the server for itself,
 * and starts each in a turn of the event loop.
 */
import { networkOf } from '../access/client-address.ts'
import { createScheduler } from '../scheduling/scheduler.ts'
import { nextTurn } from '../scheduling/turns.ts'
import type { HttpRequest } from './exchange.ts'

/** Of each client in each process, reads and writes apart. */
export interface ClientLimits {
  /** Requests of one key or account that are in progress. */
  readonly perKey: number
  /** Requests from one address that are in progress and have no valid key or session. */
  readonly perAddress: number
  /** Requests of one client that wait for the others. */
  readonly queued: number
}

export const usualClientLimits: ClientLimits = { perKey: 64, perAddress: 32, queued: 1000 }

export interface Clients {
  /** Runs the work of a request when its client has room. A client who has left waits no longer. */
  run<T>(request: ClientRequest, credential: string | undefined, work: () => Promise<T>): Promise<T>
  /** The credential is valid: from now on its requests count for its owner, wherever they come from. */
  know(credential: string, owner: string): void
  /** The credential is no longer valid, or never was. */
  forget(credential: string | undefined): void
}

type ClientRequest = Pick<HttpRequest, 'method' | 'address' | 'isGone'>

const mostKnown = 10_000

export function createClients(limits: ClientLimits = usualClientLimits): Clients {
  const scheduler = createScheduler({ waiting: { perGroup: limits.queued } })
  /** Owners by credential. What is presented counts for an owner only after it was checked. */
  const owners = new Map<string, string>()
  return {
    run(request, credential = '', work) {
      const kind = request.method === 'GET' || request.method === 'HEAD' ? 'reads' : 'writes'
      const owner = owners.get(credential)
      const group = `${kind} ${owner ?? networkOf(request.address)}`
      const perGroup = owner === undefined ? limits.perAddress : limits.perKey
      return scheduler.run({ group, perGroup, isGone: request.isGone }, async () => {
        await nextTurn()
        return work()
      })
    },
    know(credential, owner) {
      if (owners.size >= mostKnown && !owners.has(credential)) owners.clear()
      owners.set(credential, owner)
    },
    forget: (credential = '') => void owners.delete(credential),
  }
}
