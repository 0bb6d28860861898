import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { nearest, nearestHint } from './nearest.ts'

/** The same by its definition. */
function nearestSlowly(word: string, known: readonly string[], few: number): string | undefined {
  const limit = Math.max(few, Math.floor(word.length / 3))
  const ranked = known
    .map((candidate) => ({
      candidate,
      distance: distanceOf(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ distance }) => distance <= limit)
  return ranked.toSorted((a, b) => a.distance - b.distance)[0]?.candidate
}

function distanceOf(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const [restOfA, restOfB] = [a.slice(1), b.slice(1)]
  if (a[0] === b[0]) return distanceOf(restOfA, restOfB)
  const others = [distanceOf(restOfA, b), distanceOf(a, restOfB), distanceOf(restOfA, restOfB)]
  return 1 + Math.min(...others)
}

it('finds the most similar word', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'D', 'd'), maxLength: 6 })
  fc.assert(
    fc.property(
      word,
      fc.array(word, { maxLength: 6 }),
      fc.integer({ min: 0, max: 3 }),
      (...given) => assert.equal(nearest(...given), nearestSlowly(...given)),
    ),
    { numRuns: 300, seed: 1 },
  )
})

it('suggests it in a hint', () => {
  assert.equal(nearestHint('tilte', ['body', 'Title', 'subtitle']), ': did you mean "Title"?')
  assert.equal(nearestHint('ids', ['di', 'is']), ': did you mean "is"?')
  assert.equal(nearestHint('other', ['title']), '')
})

it('ends after a bounded amount of work', () => {
  let visited = 0
  function* names(): Generator<string> {
    for (; visited < 1_000_000; visited++) yield `${'a'.repeat(40)}${visited}`
  }
  nearestHint(`${'a'.repeat(45)}${'b'.repeat(15)}`, names())
  assert.ok(visited < 2_000, `${visited} names were compared`)
})
