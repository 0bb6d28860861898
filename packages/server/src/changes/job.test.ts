import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Store } from '../store/store.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { timedStore } from '../testing/timed-store.ts'
import { openStore } from '../store/open-store.ts'
import { startJob } from './job.ts'

const hour = 60 * 60 * 1000

onBothDatabases('a job', (fresh) => {
  it('runs once per installation, and in another process when the first one ends', async () => {
    const { store, address } = await fresh()
    const other = await openStore(address)
    const clock = new FakeClock()
    const ran: string[] = []
    const errors: unknown[] = []
    const start = (name: string, own: Store) =>
      startJob({
        name: 'test',
        store: timedStore(own, clock),
        clock,
        every: hour,
        run: async () => void ran.push(name),
        onError: (error) => errors.push(error),
      })
    const first = start('first', store)
    await clock.settle()
    const second = start('second', other)
    await clock.advance(30_000)
    assert.deepEqual(ran, ['first'])
    await first.stop()
    await clock.advance(2_000)
    assert.deepEqual(ran, ['first', 'second'])
    await second.stop()
    assert.deepEqual(errors, [])
    await other.close()
  })

  it('runs again after the interval, also after a failure', async () => {
    const { store } = await fresh()
    const clock = new FakeClock()
    let count = 0
    const errors: unknown[] = []
    const job = startJob({
      name: 'test',
      store: timedStore(store, clock),
      clock,
      every: 10_000,
      async run() {
        count++
        if (count === 2) throw new Error('no')
      },
      onError: (error) => errors.push(error),
    })
    await clock.advance(35_000)
    assert.equal(count, 4)
    assert.equal(errors.length, 1)
    await job.stop()
  })
})
