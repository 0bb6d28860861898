/** An outside cache that does not take purges is asked less and less often. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { it } from 'node:test'
import { onBothDatabases } from '../../testing/stores.ts'
import { pauseAfter, PurgeRefused, retryAfterIn } from './backoff.ts'
import { openOutsideCache } from './open.ts'
import { startOutsidePurger } from './purger.ts'

interface Failing {
  status: number
  headers?: Record<string, string>
  leaseTime?: number
}

const api = { urls: [], service: 'S', token: 'T' }

it('pauses double, up to the longest of the cache', () => {
  const pauses = (kind: 'varnish' | 'fastly' | 'cloudflare'): number[] => {
    const { longestPause } = openOutsideCache({ ...api, kind })
    return [1, 2, 3, 4, 9, 10, 2000].map((failures) => pauseAfter(failures, longestPause, null))
  }
  assert.deepEqual(pauses('fastly'), [100, 200, 400, 800, 25_600, 30_000, 30_000])
  assert.deepEqual(pauses('cloudflare'), pauses('fastly'))
  // Of our own, next door: it is to hear of changes within a second of its return.
  assert.deepEqual(pauses('varnish'), [100, 200, 400, 500, 500, 500, 500])
})

it('pauses last as long as the cache asks for, within reason', () => {
  const after = (retryAfter: number | undefined): number =>
    pauseAfter(3, 30_000, new PurgeRefused('no', retryAfter))
  assert.deepEqual([undefined, 0, 100, 60_000, 1e9].map(after), [400, 400, 400, 60_000, 900_000])
})

it('reads Retry-After in both of its forms', () => {
  const now = Date.UTC(2026, 10, 15, 8, 0, 0)
  const rows: [string | null, number | undefined][] = [
    [null, undefined],
    ['', undefined],
    ['soon', undefined],
    ['0', 0],
    ['120', 120_000],
    ['Sun, 15 Nov 2026 08:01:30 GMT', 90_000],
    ['Sun, 15 Nov 2026 07:00:00 GMT', 0],
  ]
  for (const [header, expected] of rows) assert.equal(retryAfterIn(header, now), expected)
})

onBothDatabases('an outside cache that fails', (fresh) => {
  /** What a server is asked that answers like this, until `isEnough`. */
  async function attempts(
    { status, headers = {}, leaseTime }: Failing,
    isEnough: (times: readonly number[], writes: number) => boolean,
  ): Promise<number[]> {
    const { store } = await fresh()
    const times: number[] = []
    let writes = 0
    const enough = Promise.withResolvers<void>()
    const look = (): void => {
      if (isEnough(times, writes)) enough.resolve()
    }
    const server = createServer((_, response) => {
      times.push(performance.now())
      response.writeHead(status, headers).end()
      look()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const urls = [`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`]
    const purger = startOutsidePurger({
      // Only the lease is written while a purge fails.
      store: {
        ...store,
        async write(work) {
          const result = await store.write(work)
          writes++
          look()
          return result
        },
      },
      outside: openOutsideCache({ ...api, kind: 'fastly', urls }),
      log: () => {},
      ...(leaseTime && { leaseTime }),
    })
    try {
      await enough.promise
    } finally {
      await purger.stop()
      server.close()
      server.closeAllConnections()
    }
    return times
  }

  const gapsOf = (times: readonly number[]): number[] =>
    times.slice(1).map((time, index) => time - (times[index] ?? 0))

  it('is asked less and less often', async () => {
    const gaps = gapsOf(await attempts({ status: 503 }, ({ length }) => length === 5))
    // Timers may be late, and a millisecond early.
    for (const [index, least] of [100, 200, 400, 800].entries()) {
      assert.ok((gaps[index] ?? 0) >= least - 1, gaps.join(', '))
    }
  })

  it('is asked again when it said', async () => {
    const failing = { status: 429, headers: { 'Retry-After': '1' } }
    const [gap = 0] = gapsOf(await attempts(failing, ({ length }) => length === 2))
    assert.ok(gap >= 999, String(gap))
  })

  it('is left to the one who waits for it, who stops at once', { timeout: 120_000 }, async () => {
    const failing = { status: 429, headers: { 'Retry-After': '3600' }, leaseTime: 60 }
    const times = await attempts(failing, ({ length }, writes) => length > 0 && writes >= 4)
    assert.equal(times.length, 1)
  })
})
