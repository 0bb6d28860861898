import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { patternFault } from './pattern.ts'

const fine = [
  '^[a-z0-9-]+$',
  '^[a-z0-9]+(-[a-z0-9]+)*$',
  '^[a-z0-9]+(?:[-_][a-z0-9]+)*$',
  String.raw`^[^@\s]+@[^@\s]+\.[^@\s]+$`,
  String.raw`^([a-z]+\.)+[a-z]{2,}$`,
  String.raw`^https?:\/\/`,
  String.raw`^\d{4}-\d{2}(-\d{2})?$`,
  '^(foo|bar)+$',
  String.raw`^\p{L}+( \p{L}+)*$`,
  '^([0-9]{3},?)+$',
  '^(ab){1,5}$',
  '^[ぁ-ん]+(・[ぁ-ん]+)*$',
  '',
]

const risky = [
  '(a+)+',
  '^(a*)*$',
  '^([a-z]+)*$',
  '^(a|a)*$',
  '^(a|ab)*c$',
  '^(a[a-z]+)*$',
  String.raw`^(\w+\s?)*$`,
  '^((a+)b?)+$',
  '^(a?b?)*$',
  '^(.*,)+.*$',
  '^(a{1,50}){30}$',
  '^(?:(?:x+)+)$',
  '^(?<word>[a-z]+)+$',
  '^([ぁ-ん]+)+$',
]

describe('a pattern', () => {
  for (const pattern of fine) {
    it(`accepts ${pattern}`, () => assert.equal(patternFault(pattern), undefined))
  }
  for (const pattern of risky) {
    it(`rejects ${pattern}`, () =>
      assert.match(patternFault(pattern) ?? '', /^could take very long/))
  }
  it('must be a valid regular expression', () => {
    assert.equal(patternFault('('), 'is not a regular expression: Unterminated group')
    assert.equal(patternFault('a'.repeat(501)), 'is longer than 500 characters')
  })
})
