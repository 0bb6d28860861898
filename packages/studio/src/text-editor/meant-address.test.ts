import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { meantAddress } from './meant-address.ts'

const addresses: [typed: string, meant: string][] = [
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

describe('an address as it is typed', () => {
  for (const [typed, meant] of addresses) {
    it(`${JSON.stringify(typed)} means ${JSON.stringify(meant)}`, () =>
      assert.equal(meantAddress(typed), meant))
  }
})
