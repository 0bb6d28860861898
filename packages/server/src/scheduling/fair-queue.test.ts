import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { fairQueue } from './fair-queue.ts'

it('groups take turns, and so do the members of a group', () => {
  const queue = fairQueue<string>({ total: 20, perGroup: 20, perMember: 20 }, () => 1)
  for (const entry of ['a1', 'a2', 'a3']) queue.push(1, 'a', entry)
  for (const entry of ['b1', 'b2']) queue.push(1, 'b', entry)
  queue.push(2, 'c', 'c1')
  const order = Array.from({ length: 7 }, () => queue.shift())
  assert.deepEqual(order, ['a1', 'c1', 'b1', 'a2', 'b2', 'a3', undefined])
})

it('has room for so much, of a group, of a member', () => {
  const queue = fairQueue<number>({ total: 10, perGroup: 6, perMember: 4 }, (weight) => weight)
  const pushed = (group: number, member: string, weight: number) =>
    queue.push(group, member, weight)
  assert.deepEqual([pushed(1, 'a', 3), pushed(1, 'a', 1), pushed(1, 'a', 1)], [true, true, false])
  assert.deepEqual([pushed(1, 'b', 2), pushed(1, 'b', 1)], [true, false])
  assert.deepEqual([pushed(2, 'a', 5), pushed(2, 'a', 4), pushed(2, 'b', 1)], [false, true, false])
  assert.equal(queue.shift(), 3)
  assert.equal(pushed(3, 'a', 3), true)
})

it('takes one entry of any weight where nothing waits', () => {
  const queue = fairQueue<number>({ total: 10, perGroup: 6, perMember: 4 }, (weight) => weight)
  assert.deepEqual([queue.push(1, 'a', 50), queue.push(2, 'a', 1)], [true, false])
})

it('gives all that was put in and not taken out again, once', () => {
  const entry = fc.record({
    group: fc.nat(3),
    member: fc.constantFrom('a', 'b'),
    isKept: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), (entries) => {
      const queue = fairQueue<(typeof entries)[number]>(
        {
          total: 50,
          perGroup: 50,
          perMember: 50,
        },
        () => 1,
      )
      for (const one of entries) queue.push(one.group, one.member, one)
      for (const one of entries) if (!one.isKept) assert.ok(queue.remove(one))
      const taken = new Set<unknown>()
      for (let next = queue.shift(); next; next = queue.shift()) {
        assert.ok(!taken.has(next))
        taken.add(next)
        assert.equal(queue.remove(next), false)
      }
      assert.deepEqual(taken.size, entries.filter(({ isKept }) => isKept).length)
    }),
  )
})
