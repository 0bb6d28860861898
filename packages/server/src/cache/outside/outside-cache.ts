/** Caches between clients and us that are told by tags what to forget. */
import { RetryLater, retryAfterIn } from '../../changes/backoff.ts'

export interface OutsideCache {
  /** For the log. */
  readonly name: string
  /** In milliseconds, between two attempts while it fails. */
  readonly longestPause: number
  /** Forgets every answer that carries one of the tags. Fails where that is not certain. */
  purge(tags: readonly string[]): Promise<void>
}

export interface OutsideSettings {
  kind: 'varnish' | 'fastly' | 'cloudflare'
  /** Of Varnish, each; of the others the address of their API, if not the usual. */
  urls: string[]
  /** Id of the Fastly service or the Cloudflare zone. */
  service: string
  token: string
}

export type Fetch = typeof fetch

const patience = 5_000
/** For services of others, who count requests, and who are down for longer when they are. */
export const longestPauseOfOthers = 30_000

/** Sends one request and takes anything but a success for a failure. */
export async function order(
  send: Fetch,
  url: string,
  request: { method: string; headers: Record<string, string>; body?: string },
): Promise<void> {
  const response = await send(url, { ...request, signal: AbortSignal.timeout(patience) })
  await response.arrayBuffer()
  if (response.ok) return
  const retryAfter = retryAfterIn(response.headers.get('retry-after'), Date.now())
  throw new RetryLater(`${new URL(url).host} answered ${response.status}`, retryAfter)
}

/** Parts of at most so many tags and characters, for those who take no more at once. */
export function* portions(
  tags: readonly string[],
  most: { tags: number; characters: number },
): Generator<string[]> {
  let portion: string[] = []
  let characters = 0
  for (const tag of tags) {
    if (portion.length === most.tags || characters + tag.length > most.characters) {
      yield portion
      portion = []
      characters = 0
    }
    portion.push(tag)
    characters += tag.length + 1
  }
  if (portion.length > 0) yield portion
}
