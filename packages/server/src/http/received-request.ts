import { Readable } from 'node:stream'
import type { ClientAddress } from '../access/client-address.ts'
import type { HttpRequest } from './exchange.ts'

/** The parsed head of a request, and its body if that has arrived too. */
export type Head = Pick<HttpRequest, 'method' | 'url' | 'headers'> & {
  readonly body?: Buffer | null
}

/** The connection of a request. */
export interface Origin {
  /** The address at the other end of the connection. */
  readonly peer: string | undefined
  /** Whether the client has disconnected. */
  isGone(): boolean
  /** Returns a body that has not arrived yet. */
  stream?(): Readable
}

/** A class for speed: V8 gives each object literal with a getter a hidden class of its own. */
export class ReceivedRequest implements HttpRequest {
  readonly method: string
  readonly url: string
  readonly params: HttpRequest['params']
  readonly headers: HttpRequest['headers']
  readonly body: Buffer | undefined
  readonly isGone: () => boolean
  readonly #origin: Origin
  readonly #addressOf: ClientAddress

  constructor(
    { method, url, headers, body }: Head,
    params: HttpRequest['params'],
    origin: Origin,
    addressOf: ClientAddress,
  ) {
    this.method = method
    this.url = url
    this.params = params
    this.headers = headers
    this.body = body ?? undefined
    this.isGone = origin.isGone
    this.#origin = origin
    this.#addressOf = addressOf
  }

  get address(): string {
    return this.#addressOf(this.#origin.peer, this.headers['x-forwarded-for'])
  }

  stream(): Readable {
    return this.#origin.stream?.() ?? Readable.from(this.body ? [this.body] : [])
  }
}
