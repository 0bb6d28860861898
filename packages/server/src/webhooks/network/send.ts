/** Sends one request to a target: to a checked address, within a time limit, without following redirects. */
import { say } from '@octavo/schema/problems.ts'
import { once } from 'node:events'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIPv4, type BlockList, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import type { Clock } from '../../changes/clock.ts'
import { RequestFailed } from './request-failed.ts'
import { reachableAddresses, type Resolve } from './resolve.ts'

export interface Outgoing {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface Incoming {
  readonly status: number
  /** The `Retry-After` header. */
  readonly retryAfter: string | null
  /** The first part of the body. */
  readonly body: string
}

export interface Sender {
  /** Throws if there is no response within the time limit. */
  send(outgoing: Outgoing, signal: AbortSignal): Promise<Incoming>
  close(): void
}

export interface SenderOptions {
  readonly resolve: Resolve
  readonly allowed: BlockList
  readonly clock: Clock
}

/** In milliseconds. */
const requestTimeout = 15_000
const maxResponseBytes = 64 * 1024
const idleTime = 30_000

export function createSender({ resolve, allowed, clock }: SenderOptions): Sender {
  // Connections are made only to addresses that were just checked: the name is not resolved again.
  const checkedLookup: LookupFunction = callbackify(async (host: string, _options: object) => {
    const addresses = await reachableAddresses(host, { resolve, allowed })
    return addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }))
  })
  const options = {
    keepAlive: true,
    // For each target, as many as a lane uses at the same time.
    maxFreeSockets: 16,
    timeout: idleTime,
    // The lookup returns all addresses.
    autoSelectFamily: true,
    lookup: checkedLookup,
  }
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }

  async function attempt(outgoing: Outgoing, signal: AbortSignal): Promise<Incoming> {
    const { url, headers, body } = outgoing
    // A literal address is connected to without a lookup.
    await reachableAddresses(url.hostname, { resolve: async () => [anyPublic], allowed })
    const isSecure = url.protocol === 'https:'
    const open = isSecure ? httpsRequest : httpRequest
    const request = open(url, {
      method: 'POST',
      agent: agents[isSecure ? 'https:' : 'http:'],
      headers: { ...headers, 'content-length': body.length },
      signal,
    })
    // Errors after the response must not end the process.
    request.on('error', () => {})
    // Without a listener, Node closes the connection and emits neither a response nor an error.
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      request.emit('error', new RequestFailed(say('targetHttp')))
    })
    request.end(body)
    try {
      const [response] = (await once(request, 'response', { signal })) as [IncomingMessage]
      return await received(response, signal)
    } catch (error) {
      // The target closed an idle connection just when it was used again.
      const isReset = error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
      if (!isReset || !request.reusedSocket || signal.aborted) throw error
      return attempt(outgoing, signal)
    }
  }

  return {
    async send(outgoing, signal) {
      const ended = new AbortController()
      const cancel = clock.callAfter(requestTimeout, () => {
        ended.abort(new RequestFailed(say('targetTimeout', { seconds: requestTimeout / 1000 })))
      })
      const stop = (): void => ended.abort(signal.reason)
      if (signal.aborted) stop()
      signal.addEventListener('abort', stop)
      try {
        return await attempt(outgoing, ended.signal)
      } catch (error) {
        throw ended.signal.aborted ? ended.signal.reason : error
      } finally {
        cancel()
        signal.removeEventListener('abort', stop)
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** Stands for a name, which is resolved and checked when the connection is made. */
const anyPublic = '1.1.1.1'

/** The status counts even if the body does not arrive completely. */
async function received(response: IncomingMessage, signal: AbortSignal): Promise<Incoming> {
  const chunks: Buffer[] = []
  let bytes = 0
  const stop = (): void => void response.destroy()
  signal.addEventListener('abort', stop)
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= maxResponseBytes) break
    }
  } catch {
    // The connection was lost, or the time limit has passed.
  } finally {
    signal.removeEventListener('abort', stop)
  }
  return {
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'] ?? null,
    body: Buffer.concat(chunks).subarray(0, maxResponseBytes).toString(),
  }
}
