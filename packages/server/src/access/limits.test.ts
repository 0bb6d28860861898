import assert from 'node:assert/strict'
import { after, describe, it, mock } from 'node:test'
import type { KeyRecord } from '../store/records.ts'
import { eventually } from '../testing/eventually.ts'
import { isMissing, startRedis, type Service } from '../testing/services.ts'
import { countsInRedis } from './limits-redis.ts'
import { createLimits, type Limits } from './limits.ts'

const defaults = { reads: 5, writes: 2 }

function keyOf(id: number, given: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id,
    rootId: 1,
    name: '',
    secretHash: '',
    hint: '',
    reads: 'published',
    spaceIds: null,
    writesContents: true,
    writesMedia: true,
    publishes: true,
    listsMedia: false,
    readLimit: null,
    writeLimit: null,
    expiresAt: null,
    disabledAt: null,
    createdAt: 0,
    ...given,
  }
}

/** How many of `count` requests are accepted. */
async function passed(limits: Limits, key: KeyRecord, kind: 'reads' | 'writes', count: number) {
  let good = 0
  for (let n = 0; n < count; n++) if (!(await limits.count(key, kind))?.isExceeded) good++
  return good
}

describe('limits in memory', () => {
  it('count reads and writes separately for each key', async () => {
    const limits = createLimits(defaults, () => {})
    assert.equal(await passed(limits, keyOf(1), 'reads', 9), 5)
    assert.equal(await passed(limits, keyOf(1), 'writes', 9), 2)
    assert.equal(await passed(limits, keyOf(2), 'reads', 9), 5)
    assert.equal(await passed(limits, keyOf(3, { readLimit: 7 }), 'reads', 9), 7)
    assert.equal(await limits.count(keyOf(4, { readLimit: 0 }), 'reads'), undefined)
    const left = await limits.peek(keyOf(5), 'reads')
    assert.deepEqual([left?.quota, left?.remaining], [5, 5])
  })

  it('keep the count of the current minute when the limit changes', async () => {
    const limits = createLimits(defaults, () => {})
    const left = (readLimit: number) =>
      limits.lastKnown(keyOf(1, { readLimit }), 'reads')?.remaining
    assert.equal(await passed(limits, keyOf(1), 'reads', 4), 4)
    assert.deepEqual([left(7), left(3)], [3, 0])
    assert.equal(await passed(limits, keyOf(1, { readLimit: 7 }), 'reads', 9), 3)
    assert.equal((await limits.peek(keyOf(1), 'reads'))?.remaining, 0)
    assert.equal(await passed(limits, keyOf(1), 'reads', 1), 0)
  })

  it('return the last known count synchronously until the minute is over', async () => {
    const limits = createLimits(defaults, () => {})
    const left = (id: number) => limits.lastKnown(keyOf(id), 'reads')?.remaining
    assert.equal(left(1), 5)
    await passed(limits, keyOf(1), 'reads', 3)
    assert.deepEqual([left(1), left(2)], [2, 5])
    await passed(limits, keyOf(1), 'reads', 9)
    assert.equal(left(1), 0)
    assert.equal(limits.lastKnown(keyOf(1), 'writes')?.remaining, 2)
    assert.equal(limits.lastKnown(keyOf(1, { readLimit: 0 }), 'reads'), undefined)
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 })
    try {
      assert.equal(left(1), 5)
    } finally {
      mock.timers.reset()
    }
  })
})

describe('limits in Redis', { skip: isMissing('redis-server') }, () => {
  const ending: (() => Promise<unknown>)[] = []
  after(async () => {
    for (const end of ending.toReversed()) await end()
  })

  async function nodeOn(redis: Service, log: string[] = []): Promise<Limits> {
    const url = `redis://127.0.0.1:${redis.port}`
    const shared = await countsInRedis(url, { timeout: 600_000, connectTime: 600_000 })
    ending.push(() => shared.close())
    return createLimits(defaults, (line) => void log.push(line), shared)
  }

  it('are shared by all nodes, and counted by each node alone while Redis is down', async () => {
    const redis = await startRedis()
    ending.push(() => redis.stop())
    const log: string[] = []
    const [one, two] = [await nodeOn(redis, log), await nodeOn(redis)]
    assert.equal(await passed(one, keyOf(1), 'reads', 3), 3)
    assert.equal(await passed(two, keyOf(1), 'reads', 9), 2)
    assert.equal((await two.count(keyOf(1), 'reads'))?.isExceeded, true)
    assert.equal(await passed(one, keyOf(1), 'writes', 9), 2)
    assert.equal(await passed(two, keyOf(3), 'reads', 2), 2)
    assert.equal(await passed(one, keyOf(3, { readLimit: 3 }), 'reads', 9), 1)
    const peeked = await two.peek(keyOf(2), 'reads')
    assert.equal(peeked?.remaining, 5)

    await redis.kill()
    assert.equal(await passed(one, keyOf(1), 'reads', 9), 5)
    assert.equal(await passed(two, keyOf(1), 'reads', 9), 5)
    assert.equal(log.filter((line) => line.includes('counts alone')).length, 1)

    await redis.restart()
    await eventually(async () => {
      await one.peek(keyOf(1), 'reads')
      return log.some((line) => line.includes('shared again'))
    })
    const before = await passed(one, keyOf(9), 'reads', 3)
    assert.equal(before, 3)
  })
})
