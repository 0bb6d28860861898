/** An outside cache that does not take purges is asked less and less often. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { FakeClock } from '../../testing/fake-clock.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { timedStore } from '../../testing/timed-store.ts'
import { openOutsideCache } from './outside-cache.ts'
import type { OutsideSettings } from './outside-cache.ts'
import { startOutsidePurger } from './purger.ts'

interface Failing {
  kind?: OutsideSettings['kind']
  status: number
  headers?: Record<string, string>
  seconds: number
}

onBothDatabases('an outside cache that fails', (fresh) => {
  /** After how many milliseconds each it is asked again, and what the log says. */
  async function attempts({ kind = 'fastly', status, headers = {}, seconds }: Failing) {
    const { store } = await fresh()
    const clock = new FakeClock()
    const times: number[] = []
    const lines: string[] = []
    const send = async (): Promise<Response> => {
      times.push(clock.now())
      return new Response('', { status, headers })
    }
    const urls = kind === 'varnish' ? ['http://127.0.0.1'] : []
    const purger = startOutsidePurger({
      store: timedStore(store, clock),
      outside: openOutsideCache({ kind, urls, service: 'S', token: 'T' }, send),
      clock,
      log: (line) => lines.push(line),
    })
    await clock.advance(seconds * 1_000)
    await purger.stop()
    return { gaps: times.slice(1).map((time, n) => time - (times[n] ?? 0)), lines }
  }

  it('is asked less and less often', async () => {
    const { gaps, lines } = await attempts({ status: 503, seconds: 3 })
    assert.deepEqual(gaps, [100, 200, 400, 800])
    assert.deepEqual(lines, ['Cannot purge Fastly: api.fastly.com answered 503'])
  })

  it('is asked every half second if it is our own', async () => {
    const { gaps } = await attempts({ kind: 'varnish', status: 503, seconds: 2 })
    assert.deepEqual(gaps, [100, 200, 400, 500, 500])
  })

  it('is asked again when it said, and not before', async () => {
    const headers = { 'Retry-After': '100' }
    const { gaps } = await attempts({ status: 429, headers, seconds: 250 })
    assert.deepEqual(gaps, [100_000, 100_000])
  })
})
