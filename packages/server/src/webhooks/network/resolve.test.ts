import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextRound } from 'node:timers/promises'
import { reasonOf } from './request-failed.ts'
import { oneAtATime } from './resolve.ts'

describe('lookups in the hosts file', () => {
  it('are shared by requests to the same host, and run one at a time', async () => {
    const open: { host: string; end(): void }[] = []
    const resolve = oneAtATime((host) => {
      const { promise, resolve: end } = Promise.withResolvers<string[]>()
      open.push({ host, end: () => end([host]) })
      return promise
    })
    const same = Array.from({ length: 16 }, () => resolve('a.example'))
    const other = resolve('b.example')
    const hosts = (): string[] => open.map(({ host }) => host)
    await nextRound()
    assert.deepEqual(hosts(), ['a.example'])
    open[0]?.end()
    for (const one of same) assert.deepEqual(await one, ['a.example'])
    await nextRound()
    assert.deepEqual(hosts(), ['a.example', 'b.example'])
    open[1]?.end()
    assert.deepEqual(await other, ['b.example'])
    const again = resolve('a.example')
    await nextRound()
    open[2]?.end()
    assert.deepEqual(await again, ['a.example'])
  })

  it('of 16 hosts wait at most, and a failed one does not stop the next', async () => {
    const first = Promise.withResolvers<string[]>()
    const resolve = oneAtATime((host) =>
      host === 'first' ? first.promise : Promise.resolve([host]),
    )
    const failed = assert.rejects(resolve('first'), { message: 'failed' })
    const waiting = Array.from({ length: 16 }, (_, index) => resolve(`${index}.example`))
    const error: unknown = await resolve('last.example').catch((reason: unknown) => reason)
    assert.equal(reasonOf(error, 'last.example').code, 'targetUnresolved')
    first.reject(new Error('failed'))
    await failed
    await Promise.all(waiting)
    assert.deepEqual(await resolve('last.example'), ['last.example'])
  })
})
