import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { patternFault } from '../modeling/pattern.ts'
import { patternMatcher, type PatternMatch } from './pattern-match.ts'

/** The schema allows this pattern, because it has no repeated group. On 50,000 characters it takes days. */
const slow = '^[a-z ]*[a-z]*[ a-z]*[a-z]*x$'

it('stops a pattern that takes too long', () => {
  assert.equal(patternFault(slow), undefined)
  const matches = patternMatcher(20)
  assert.equal(matches(slow, `${'a'.repeat(50_000)}!`), undefined)
  // All values of an item share one time budget; quick matches need none of it.
  assert.equal(matches(slow, `${'b'.repeat(50_000)}!`), undefined)
  assert.equal(matches('^[a-z-]+$', 'a-slug'), true)
  assert.equal(matches('^[a-z-]+$', 'No slug'), false)
  assert.equal(patternMatcher()(slow, 'aax'), true)
})

it('matches patterns as JavaScript does', () => {
  const pattern = fc.constantFrom(
    slow,
    '^[a-z0-9]+(?:-[a-z0-9]+)*$',
    '^\\d{4}-\\d{2}$',
    'b',
    '(a)b\\1',
    '^(?=a).*b$',
    '^.{2,3}$',
    '\\p{L}+',
  )
  const value = fc.string({ unit: fc.constantFrom('a', 'b', 'x', '-', ' ', '1', '日', '😀') })
  const matches = patternMatcher(10_000)
  fc.assert(
    fc.property(pattern, value, (source, text) => {
      assert.equal(matches(source, text), new RegExp(source, 'u').test(text))
    }),
    { numRuns: 300 },
  )
})

it('matches values of typical length without a time limit', () => {
  const matches: PatternMatch = (pattern, value) => patternMatcher(0)(pattern, value)
  const slug = '^[a-z0-9]+(-[a-z0-9]+)*$'
  assert.equal(matches(slug, 'abc-'.repeat(50)), false)
  assert.equal(matches(slug, `${'abc-'.repeat(50)}d`), true)
  assert.equal(matches('^https://[^\\s]+$', `https://${'a'.repeat(1_000)}`), true)
  // These could be slow: a round can be divided in several ways, or refers to another group.
  for (const pattern of ['^(a*a*-)*$', '(a+-){2,20}', '(a+)-\\1', '^(?=a)a+$']) {
    assert.equal(patternFault(pattern), undefined, pattern)
    assert.equal(matches(pattern, 'a-a'), undefined, pattern)
  }
})

it('limits the steps without a time limit for all values of an item together', () => {
  const matches = patternMatcher(0)
  const value = 'abc-'.repeat(50)
  const results = Array.from({ length: 10 }, () => matches('^[a-z0-9]+(-[a-z0-9]+)*$', value))
  assert.deepEqual(results, [false, ...Array.from({ length: 9 }, () => undefined)])
})

it('matches long values with simple patterns', () => {
  const matches = patternMatcher()
  assert.equal(matches('^[a-z]+$', 'a'.repeat(1_000_000)), true)
  assert.equal(matches('^https?://[^/]+(?:/[^/]*)*$', `https://a.b${'/c'.repeat(10_000)}`), true)
})
