import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Abandoned, fairLine } from './fair-line.ts'

const always = (): boolean => true

it('lets groups take turns, however many wait in one', async () => {
  const line = fairLine(1)
  const done: string[] = []
  const jobs = ['a', 'a', 'a', 'a', 'a', 'a', 'b', 'c', 'b'].map((group, index) =>
    line.pass(group, always, async () => {
      await Promise.resolve()
      done.push(`${group}${index}`)
    }),
  )
  await Promise.all(jobs)
  assert.deepEqual(done, ['a0', 'a1', 'b6', 'c7', 'a2', 'b8', 'a3', 'a4', 'a5'])
})

it('has so many inside and no more, also after failures', async () => {
  const line = fairLine(3)
  let inside = 0
  let most = 0
  const jobs = Array.from({ length: 40 }, (_, index) =>
    line.pass(String(index % 5), always, async () => {
      most = Math.max(most, ++inside)
      await new Promise((resolve) => setImmediate(resolve))
      inside--
      if (index % 3 === 0) throw new Error('failed')
    }),
  )
  const results = await Promise.allSettled(jobs)
  assert.equal(most, 3)
  assert.equal(results.filter(({ status }) => status === 'rejected').length, 14)
  assert.equal(await line.pass('x', always, () => Promise.resolve('still open')), 'still open')
})

it('does not begin what nobody wants any more', async () => {
  const line = fairLine(1)
  let isWanted = true
  let hasBegun = false
  const first = line.pass('a', always, async () => {
    isWanted = false
  })
  const second = line.pass(
    'a',
    () => isWanted,
    async () => {
      hasBegun = true
    },
  )
  await first
  await assert.rejects(second, Abandoned)
  assert.equal(hasBegun, false)
})
