import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { gramsOf, gramsOfKeyword } from './grams.ts'

const text = fc.array(fc.constantFrom('a', 'b', 'é', '7', ' ', '.', '港', '朝', '😀'), {
  minLength: 1,
  maxLength: 30,
})

it('a text has all grams of whatever stands in it', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (characters, start, length) => {
      const from = start % characters.length
      const keyword = characters.slice(from, from + 1 + (length % 8)).join('')
      const grams = gramsOf([characters.join('')])
      assert.ok(gramsOfKeyword(keyword).every((gram) => grams.has(gram)))
    }),
    { numRuns: 2_000 },
  )
})

it('one or two characters are one gram, which no other text has', () => {
  const short = fc.array(fc.constantFrom('a', 'b', ' ', '港', '😀'), { minLength: 1, maxLength: 2 })
  fc.assert(
    fc.property(text, short, (characters, keyword) => {
      const [gram, ...others] = gramsOfKeyword(keyword.join(''))
      assert.equal(others.length, 0)
      const has = gramsOf([characters.join('')]).has(gram ?? 0)
      assert.equal(has, characters.join('').includes(keyword.join('')))
    }),
    { numRuns: 2_000 },
  )
})

it('words of an alphabet are looked for by triples', () => {
  const grams = gramsOf(['harbour'])
  const other = gramsOf(['har rbo our arb bou'])
  assert.ok(gramsOfKeyword('arbou').every((gram) => grams.has(gram)))
  assert.equal(gramsOfKeyword('arbou').length, 3)
  // All pairs of it are there, and all triples but one.
  assert.ok(!gramsOfKeyword('harbour').every((gram) => gramsOf(['ha ar rb bo ou ur']).has(gram)))
  assert.ok(gramsOfKeyword('harbo').every((gram) => other.has(gram)))
})
