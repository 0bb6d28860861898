/** Purges of an external cache that fails are retried at growing intervals. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Store } from '../../store/store.ts'
import { FakeClock } from '../../testing/fake-clock.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { timedStore } from '../../testing/timed-store.ts'
import { openExternalCache } from './external-cache.ts'
import type { ExternalCacheSettings } from './external-cache.ts'
import { startExternalPurger } from './purger.ts'

interface Failing {
  kind?: ExternalCacheSettings['kind']
  status: number
  headers?: Record<string, string>
  seconds: number
  /** Whether content changes all the time. */
  hasWrites?: boolean
}

function change(store: Store): Promise<unknown> {
  const entry = { at: 0, rootId: 1, subjectId: 7, modelId: null, scopes: [] }
  return store.write((tx) =>
    tx.changes.append([{ ...entry, kind: 'key', actor: 'test', action: 'revoke' }]),
  )
}

onBothDatabases('an external cache that fails', (fresh) => {
  /** The intervals between attempts in milliseconds, and the log. */
  async function attempts(failing: Failing) {
    const { kind = 'fastly', status, headers = {}, seconds, hasWrites = false } = failing
    const { store } = await fresh()
    const clock = new FakeClock()
    const times: number[] = []
    const lines: string[] = []
    const send = async (): Promise<Response> => {
      times.push(clock.now())
      return new Response('', { status, headers })
    }
    const urls = kind === 'varnish' ? ['http://127.0.0.1'] : []
    const purger = startExternalPurger({
      store: timedStore(store, clock),
      cache: openExternalCache({ kind, urls, service: 'S', token: 'T' }, send),
      clock,
      log: (line) => lines.push(line),
    })
    for (let second = 0; second < seconds; second += 0.125) {
      if (hasWrites) await clock.during(() => change(store))
      await clock.advance(125)
    }
    await purger.stop()
    return { gaps: times.slice(1).map((time, n) => time - (times[n] ?? 0)), lines }
  }

  it('is retried at growing intervals', async () => {
    const { gaps, lines } = await attempts({ status: 503, seconds: 3 })
    assert.deepEqual(gaps, [100, 200, 400, 800])
    assert.deepEqual(lines, ['Cannot purge Fastly: api.fastly.com returned 503'])
  })

  it('is retried every half second if it is a Varnish server', async () => {
    const { gaps } = await attempts({ kind: 'varnish', status: 503, seconds: 2 })
    assert.deepEqual(gaps, [100, 200, 400, 500, 500])
  })

  it('is retried at these intervals regardless of changes in the meantime', async () => {
    const { gaps } = await attempts({ kind: 'varnish', status: 503, seconds: 2, hasWrites: true })
    assert.deepEqual(gaps, [100, 200, 400, 500, 500])
  })

  it('is retried after the Retry-After time and not earlier', async () => {
    const headers = { 'Retry-After': '100' }
    const { gaps } = await attempts({ status: 429, headers, seconds: 250 })
    assert.deepEqual(gaps, [100_000, 100_000])
  })
})
