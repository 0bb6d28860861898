/** The feed delivers every committed change once, despite overlapping writes and failures. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as turnOfTheEventLoop, setTimeout as delay } from 'node:timers/promises'
import { openStore } from '../store/open-store.ts'
import type { NewChange } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { eventually } from '../testing/eventually.ts'
import { runs, scaled } from '../testing/runs.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { startFeed, type ChangeFeed, type Follower } from './feed.ts'

function change(subjectId: number): NewChange {
  return {
    at: 0,
    rootId: 1,
    kind: 'media',
    subjectId,
    modelId: null,
    actor: 'test',
    action: 'create',
    scopes: [],
  }
}

function append(store: Store, id: number, meanwhile?: () => Promise<unknown>): Promise<void> {
  return store.write(async (tx) => {
    await tx.changes.append([change(id)])
    await meanwhile?.()
  })
}

interface Followed {
  feed: ChangeFeed
  seen: number[]
  lost: number
  has(id: number): Promise<void>
}

/** The lag exceeds any pause of a test machine. */
async function follow(store: Store, longestLag = 600_000): Promise<Followed> {
  const waiting = new Map<number, () => void>()
  const followed = { seen: [] as number[], lost: 0 }
  const follower: Follower = {
    onChanges({ changes }) {
      for (const { subjectId } of changes) {
        followed.seen.push(subjectId)
        waiting.get(subjectId)?.()
      }
    },
    onLost: () => void followed.lost++,
    log() {},
  }
  const feed = await startFeed(store, follower, { longestLag })
  const has = (id: number): Promise<void> =>
    followed.seen.includes(id)
      ? Promise.resolve()
      : new Promise((resolve) => waiting.set(id, resolve))
  return Object.assign(followed, { feed, has })
}

onBothDatabases('the change feed', (fresh, kind) => {
  it('delivers a commit of its own process before the write returns', async () => {
    const { store } = await fresh()
    const { feed, seen } = await follow(store)
    for (const id of [1, 2, 3]) {
      await append(store, id)
      assert.equal(seen.at(-1), id)
    }
    await feed.stop()
  })

  it('delivers commits of another process soon', async () => {
    const { store, address } = await fresh()
    const other = await openStore(address)
    const { feed, seen } = await follow(store)
    for (const id of [1, 2, 3]) {
      await append(other, id)
      await eventually(() => seen.at(-1) === id)
    }
    assert.deepEqual(seen, [1, 2, 3])
    await feed.stop()
    await other.close()
  })

  it('is not current after it has stopped', async () => {
    const { store } = await fresh()
    const { feed } = await follow(store)
    assert.equal(feed.isCurrent(), true)
    await feed.stop()
    assert.equal(feed.isCurrent(), false)
  })

  it('is not current after the longest lag', async () => {
    const { store } = await fresh()
    const { feed } = await follow(store, 0)
    assert.equal(feed.isCurrent(), false)
    await feed.stop()
  })

  if (kind === 'sqlite') {
    it('delivers commits of any process when isCurrent is called', async () => {
      const { store, address } = await fresh()
      const other = await openStore(address)
      const { feed, seen } = await follow(store)
      for (let id = 1; id <= runs(30).numRuns; id++) {
        await append(id % 3 === 0 ? store : other, id)
        assert.deepEqual([feed.isCurrent(), seen.at(-1)], [true, id])
        await turnOfTheEventLoop()
      }
      await feed.stop()
      await other.close()
    })
  }

  if (kind === 'postgres') {
    it('misses no transaction that got its number early and committed late', async () => {
      const { store, address } = await fresh()
      const other = await openStore(address)
      const { feed, seen, has } = await follow(store)
      const begun = Promise.withResolvers<void>()
      const gate = Promise.withResolvers<void>()
      const late = append(other, 1, async () => {
        begun.resolve()
        await gate.promise
      })
      await begun.promise
      await append(store, 2)
      assert.deepEqual(seen, [2])
      await append(other, 3)
      await has(3)
      gate.resolve()
      await late
      await has(1)
      await append(store, 4)
      assert.deepEqual(seen, [2, 3, 1, 4])
      await feed.stop()
      await other.close()
    })

    it('continues at its position after its connection is cut', async () => {
      const { store, address } = await fresh()
      const other = await openStore(address)
      const { feed, seen, has } = await follow(store)
      const { cutConnections } = await import('../testing/postgres.ts')
      await append(store, 1)
      await cutConnections(address.database ?? '', 'octavo changes')
      await append(other, 2)
      await has(2)
      assert.deepEqual(seen, [1, 2])
      await feed.stop()
      await other.close()
    })
  }

  it('delivers more than one page', async () => {
    const { store, address } = await fresh()
    const other = await openStore(address)
    const { feed, seen, has } = await follow(store)
    const ids = Array.from({ length: 2_500 }, (_, index) => index + 1)
    await other.write((tx) => tx.changes.append(ids.map(change)))
    await has(2_500)
    assert.deepEqual(seen, ids)
    await feed.stop()
    await other.close()
  })

  it('delivers each change once with many overlapping writers', async () => {
    const { store, address } = await fresh()
    const other = await openStore(address)
    const { feed, seen, has } = await follow(store)
    const count = scaled(150)
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let id = writer + 1; id <= count; id += 8) {
        const pause = kind === 'postgres' ? () => delay((id * 7) % 13) : undefined
        await append(id % 2 === 0 ? store : other, id, pause)
        if (id % 2 === 0) assert.ok(seen.includes(id))
      }
    })
    await Promise.all(writers)
    for (let id = 1; id <= count; id++) await has(id)
    assert.deepEqual(
      seen.toSorted((a, b) => a - b),
      Array.from({ length: count }, (_, i) => i + 1),
    )
    await feed.stop()
    await other.close()
  })
})
