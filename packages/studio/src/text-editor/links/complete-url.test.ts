import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { completeUrl } from './complete-url.ts'

const addresses: [typed: string, expected: string][] = [
  ['www.example.com', 'https://www.example.com'],
  ['example.co.jp/about?x=1#y', 'https://example.co.jp/about?x=1#y'],
  ['localhost.example:8080/a', 'https://localhost.example:8080/a'],
  ['me@example.com', 'mailto:me@example.com'],
  [' https://example.com ', 'https://example.com'],
  ['http://example.com', 'http://example.com'],
  ['mailto:me@example.com', 'mailto:me@example.com'],
  ['tel:+81312345678', 'tel:+81312345678'],
  ['/about', '/about'],
  ['../about.html', '../about.html'],
  ['./about.html', './about.html'],
  ['#top', '#top'],
  ['?page=2', '?page=2'],
  ['about', 'about'],
  ['', ''],
]

describe('completing a typed link target', () => {
  for (const [typed, expected] of addresses) {
    it(`${JSON.stringify(typed)} becomes ${JSON.stringify(expected)}`, () =>
      assert.equal(completeUrl(typed), expected))
  }
})
