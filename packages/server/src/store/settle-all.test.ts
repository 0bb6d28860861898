import assert from 'node:assert/strict'
import { it } from 'node:test'
import { settleAll } from './settle-all.ts'

it('returns the results of all statements', async () => {
  assert.deepEqual(await settleAll(Promise.resolve(1), Promise.resolve('two')), [1, 'two'])
})

it('waits for all statements and throws the error of the first that failed', async () => {
  const last = Promise.withResolvers<void>()
  const outcome = settleAll(
    last.promise,
    last.promise.then(() => Promise.reject(new Error('second'))),
    Promise.reject(new Error('third')),
  )
  let hasSettled = false
  const settled = outcome.catch((error: unknown) => {
    hasSettled = true
    return error
  })
  await Promise.allSettled([Promise.reject(new Error('any'))])
  assert.equal(hasSettled, false)
  last.resolve()
  assert.deepEqual(await settled, new Error('second'))
})
