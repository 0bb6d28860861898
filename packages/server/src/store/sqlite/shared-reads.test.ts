import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sharedReads } from './shared-reads.ts'

describe('concurrent reads', () => {
  it('share one connection, which is held until the last read is done', async () => {
    const held: number[] = []
    let connections = 0
    const { read } = sharedReads<number>(async (use) => {
      const connection = ++connections
      await use(connection)
      held.push(connection)
    })
    const { promise: slow, resolve: finish } = Promise.withResolvers<void>()
    const first = read(async (connection) => {
      await slow
      return connection
    })
    assert.equal(await read((connection) => Promise.resolve(connection)), 1)
    assert.deepEqual(held, [])
    assert.equal(await read((connection) => Promise.resolve(connection)), 2)
    finish()
    assert.equal(await first, 1)
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(
      held.toSorted((a, b) => a - b),
      [1, 2],
    )
  })

  it('fail independently', async () => {
    const { read } = sharedReads<number>((use) => use(1))
    const results = await Promise.allSettled([
      read(() => Promise.reject(new Error('mine'))),
      read((connection) => Promise.resolve(connection)),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled'],
    )
  })

  it('all fail if there is no connection', async () => {
    const { read } = sharedReads<number>(() => Promise.reject(new Error('closed')))
    const results = await Promise.allSettled([read(async () => 1), read(async () => 2)])
    assert.ok(results.every(({ status }) => status === 'rejected'))
  })
})
