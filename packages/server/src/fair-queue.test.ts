import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { fairQueue } from './fair-queue.ts'

it('groups take turns, and so do the members of a group', () => {
  const queue = fairQueue<string>({ entries: 20, perGroup: 20, perMember: 20 })
  for (const entry of ['a1', 'a2', 'a3']) queue.push(1, 'a', entry)
  for (const entry of ['b1', 'b2']) queue.push(1, 'b', entry)
  queue.push(2, 'c', 'c1')
  const order = Array.from({ length: 7 }, () => queue.shift())
  assert.deepEqual(order, ['a1', 'c1', 'b1', 'a2', 'b2', 'a3', undefined])
})

it('has room for so many, of a group, of a member', () => {
  const queue = fairQueue<number>({ entries: 5, perGroup: 3, perMember: 2 })
  const pushed = (group: number, member: string) => queue.push(group, member, 0)
  assert.deepEqual([pushed(1, 'a'), pushed(1, 'a'), pushed(1, 'a')], [true, true, false])
  assert.deepEqual([pushed(1, 'b'), pushed(1, 'b')], [true, false])
  assert.deepEqual([pushed(2, 'a'), pushed(2, 'b'), pushed(3, 'a')], [true, true, false])
  queue.shift()
  assert.equal(pushed(3, 'a'), true)
})

it('gives all that was put in and not taken out again, once', () => {
  const entry = fc.record({
    group: fc.nat(3),
    member: fc.constantFrom('a', 'b'),
    isKept: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), (entries) => {
      const queue = fairQueue<(typeof entries)[number]>({
        entries: 50,
        perGroup: 50,
        perMember: 50,
      })
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
