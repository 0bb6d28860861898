import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { gramsOfEach, gramsOfKeyword } from './grams.ts'

async function gramsOf(texts: string[]): Promise<Set<number>> {
  const [grams] = await gramsOfEach([{ texts }])
  return grams ?? new Set()
}

const text = fc.array(fc.constantFrom('a', 'b', 'é', '7', ' ', '.', '港', '朝', '😀'), {
  minLength: 1,
  maxLength: 30,
})

it('a text has all grams of every substring', async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.nat(), fc.nat(), async (characters, start, length) => {
      const from = start % characters.length
      const keyword = characters.slice(from, from + 1 + (length % 8)).join('')
      const grams = await gramsOf([characters.join('')])
      assert.ok(gramsOfKeyword(keyword).every((gram) => grams.has(gram)))
    }),
    { numRuns: 2_000 },
  )
})

it('one or two characters are one gram, which only texts containing them have', async () => {
  const short = fc.array(fc.constantFrom('a', 'b', ' ', '港', '😀'), { minLength: 1, maxLength: 2 })
  await fc.assert(
    fc.asyncProperty(text, short, async (characters, keyword) => {
      const [gram, ...others] = gramsOfKeyword(keyword.join(''))
      assert.equal(others.length, 0)
      const has = (await gramsOf([characters.join('')])).has(gram ?? 0)
      assert.equal(has, characters.join('').includes(keyword.join('')))
    }),
    { numRuns: 2_000 },
  )
})

it('alphabetic words are searched by triples', async () => {
  const grams = await gramsOf(['harbour'])
  const other = await gramsOf(['har rbo our arb bou'])
  assert.ok(gramsOfKeyword('arbou').every((gram) => grams.has(gram)))
  assert.equal(gramsOfKeyword('arbou').length, 3)
  // The text has all pairs of the word, and all triples but one.
  const pairs = await gramsOf(['ha ar rb bo ou ur'])
  assert.ok(!gramsOfKeyword('harbour').every((gram) => pairs.has(gram)))
  assert.ok(gramsOfKeyword('harbo').every((gram) => other.has(gram)))
})

it('long texts are processed in chunks, with the same grams as in one pass', async () => {
  const word = 'aé7 港😀b.朝'
  const long = word.repeat(60_000)
  let turns = 0
  const nextTurn = async (): Promise<void> => void turns++
  const documents = [{ texts: [long, 'x'] }, { texts: [word + word] }, { texts: [long] }]
  const [first, second, third] = await gramsOfEach(documents, nextTurn)
  assert.ok(turns >= (2 * long.length) / 200_000, `${turns} turns`)
  const [other] = await gramsOfEach([{ texts: [word + word, 'x'] }], nextTurn)
  assert.deepEqual([first, third], [other, second])
})
