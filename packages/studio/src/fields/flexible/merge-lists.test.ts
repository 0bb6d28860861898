import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { mergeLists, type Part } from './merge-lists.ts'

const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 8 })
const side = (parts: Part[], name: 'mine' | 'theirs'): string[] =>
  parts.flatMap((part) => ('both' in part ? part.both : part[name]))
const conflicts = (parts: Part[]): Part[] => parts.filter((part) => !('both' in part))

describe('a merge of paragraphs', () => {
  it('takes changes of different paragraphs from both', () => {
    assert.deepEqual(mergeLists(['a', 'b', 'c'], ['A', 'b', 'c'], ['a', 'b', 'C', 'd']), [
      { both: ['A', 'b', 'C', 'd'] },
    ])
  })

  it('merges changes of adjacent paragraphs', () => {
    assert.deepEqual(mergeLists(['a', 'b'], ['a', 'B'], ['new', 'A', 'b']), [
      { both: ['new', 'A', 'B'] },
    ])
    assert.deepEqual(mergeLists(['a', 'b'], ['a', 'b', 'x'], ['a', 'B']), [
      { both: ['a', 'B', 'x'] },
    ])
  })

  it('asks about two insertions at one place', () => {
    assert.deepEqual(mergeLists(['a'], ['a', 'x'], ['a', 'y']), [
      { both: ['a'] },
      { mine: ['x'], theirs: ['y'] },
    ])
  })

  it('asks only about the paragraph that both changed', () => {
    assert.deepEqual(
      mergeLists(['a', 'b', 'c'], ['a', 'mine', 'c', 'x'], ['y', 'a', 'theirs', 'c']),
      [{ both: ['y', 'a'] }, { mine: ['mine'], theirs: ['theirs'] }, { both: ['c', 'x'] }],
    )
  })

  it('asks about a paragraph that one changed and the other deleted', () => {
    assert.deepEqual(mergeLists(['a', 'b', 'c'], ['a', 'mine', 'c'], ['a', 'c']), [
      { both: ['a'] },
      { mine: ['mine'], theirs: [] },
      { both: ['c'] },
    ])
  })

  it('keeps the only changed version, whichever side it is on', () => {
    fc.assert(
      fc.property(list, list, (base, changed) => {
        for (const parts of [mergeLists(base, changed, base), mergeLists(base, base, changed)]) {
          assert.deepEqual(conflicts(parts), [])
          assert.deepEqual(side(parts, 'mine'), changed)
        }
      }),
    )
  })

  it('has no conflict if both made the same change', () => {
    fc.assert(
      fc.property(list, list, (base, changed) => {
        const parts = mergeLists(base, changed, changed)
        assert.deepEqual([conflicts(parts), side(parts, 'theirs')], [[], changed])
      }),
    )
  })

  it('is symmetric, and loses nothing that one of both added', () => {
    fc.assert(
      fc.property(list, list, list, (base, mine, theirs) => {
        const parts = mergeLists(base, mine, theirs)
        const swapped = mergeLists(base, theirs, mine)
        assert.deepEqual(side(parts, 'mine'), side(swapped, 'theirs'))
        const kept = new Set([...side(parts, 'mine'), ...side(parts, 'theirs')])
        for (const added of [...mine, ...theirs])
          if (!base.includes(added)) assert.ok(kept.has(added))
      }),
    )
  })
})
