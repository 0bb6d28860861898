import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import fc from 'fast-check'
import { runs } from '../testing/runs.ts'
import { maxUrlLength, parseQuery } from './query-string.ts'

describe('parseQuery', () => {
  const rows: [url: string, query: [string, string][]][] = [
    ['/contents', []],
    ['/contents?', []],
    ['/contents?&&', []],
    [
      '/contents?a=1&b=2&a=3',
      [
        ['a', '1'],
        ['b', '2'],
        ['a', '3'],
      ],
    ],
    ['/contents?title[eq]=x', [['title[eq]', 'x']]],
    ['/contents?title%5Beq%5D=x', [['title[eq]', 'x']]],
    [
      '/contents?a=b=c&d',
      [
        ['a', 'b=c'],
        ['d', ''],
      ],
    ],
    ['/contents?a=1+2%2B3', [['a', '1 2+3']]],
    ['/contents?a=%E6%B5%B7', [['a', '海']]],
    ['/contents?a=\u00e6\u00b5\u00b7', [['a', '海']]],
    [
      '/contents?__proto__[eq]=1&constructor=2',
      [
        ['__proto__[eq]', '1'],
        ['constructor', '2'],
      ],
    ],
    ['/contents?a=%3Fb%26', [['a', '?b&']]],
  ]
  for (const [url, query] of rows) {
    it(`parses ${url}`, () => assert.deepEqual(parseQuery(url), query))
  }

  const refused: [what: string, url: string, paths: string[]][] = [
    ['an incomplete percent sequence', '/?a=%', ['a']],
    ['an invalid percent sequence', '/?a=%zz&b=%E6%B5', ['a', 'b']],
    ['a percent sequence that is not UTF-8', '/?a=%ff', ['a']],
    ['NUL', '/?a=%00', ['a']],
    ['too many parameters', `/?${'a=1&'.repeat(201)}`, ['']],
    ['a URL that is too long', `/?a=${'x'.repeat(maxUrlLength)}`, ['']],
  ]
  for (const [what, url, paths] of refused) {
    it(`rejects ${what}`, () => {
      assert.throws(
        () => parseQuery(url),
        (error) =>
          error instanceof Refusal &&
          error.kind === 'badRequest' &&
          assert.deepEqual(
            error.problems.map(({ path }) => path),
            paths,
          ) === undefined,
      )
    })
  }

  it('accepts 200 parameters and 8 KiB', () => {
    assert.equal(parseQuery(`/?${'a=1&'.repeat(200)}`).length, 200)
    assert.equal(parseQuery(`/?a=${'x'.repeat(maxUrlLength - 4)}`).length, 1)
  })

  it('decodes encoded parameters, and throws no errors except Refusal', () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 }).filter((s) => !s.includes('\0'))
    const pairs = fc.array(fc.tuple(text, text), { maxLength: 20 })
    fc.assert(
      fc.property(pairs, (sent) => {
        const url = sent.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
        assert.deepEqual(parseQuery(`/contents?${url}`), sent)
      }),
      runs(200),
    )
    const bytes = fc.array(fc.integer({ min: 33, max: 255 }), { maxLength: 100 })
    fc.assert(
      fc.property(bytes, (sent) => {
        try {
          parseQuery(`/?${String.fromCharCode(...sent)}`)
        } catch (error) {
          assert.ok(error instanceof Refusal)
        }
      }),
      runs(500),
    )
  })
})

function encoded(text: string): string {
  return encodeURIComponent(text)
}
