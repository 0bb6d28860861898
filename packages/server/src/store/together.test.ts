import assert from 'node:assert/strict'
import { it } from 'node:test'
import { together } from './together.ts'

it('gives what all of them give', async () => {
  assert.deepEqual(await together(Promise.resolve(1), Promise.resolve('two')), [1, 'two'])
})

it('ends when all have ended, and tells why the first of those that failed did', async () => {
  const last = Promise.withResolvers<void>()
  const outcome = together(
    last.promise,
    last.promise.then(() => Promise.reject(new Error('second'))),
    Promise.reject(new Error('third')),
  )
  let hasEnded = false
  const ended = outcome.catch((error: unknown) => {
    hasEnded = true
    return error
  })
  await Promise.allSettled([Promise.reject(new Error('any'))])
  assert.equal(hasEnded, false)
  last.resolve()
  assert.deepEqual(await ended, new Error('second'))
})
