import fc from 'fast-check'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runs } from '../testing/runs.ts'
import { createRouter, type Match, type Routed } from './router.ts'

/** Few words, so that paths often match routes. */
const word = fc.constantFrom('a', 'b', 'a b', '海', 'a/b', '')
const methods = ['GET', 'HEAD', 'POST']
const pattern = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', ':one'), { maxLength: 3 }), fc.constantFrom('', '*'))
  .map(([segments, end]) => {
    const names = segments.map((segment, index) => (segment === ':one' ? `:p${index}` : segment))
    return `/${[...names, ...(end === '*' || names.length === 0 ? [end] : [])].join('/')}`
  })
const table = fc.uniqueArray(
  fc.record({ method: fc.constantFrom('GET', 'POST', 'ANY'), path: pattern }),
  { maxLength: 8, selector: ({ method, path }) => `${method} ${path}` },
)

/** Tries all routes and returns the match whose first differing segment is the most specific. */
function modelOf(routes: readonly Routed[], method: string, segments: string[]): unknown {
  const found = routes.flatMap((route) => {
    const fit = fitOf(route, segments)
    const rank = methodRank(route.method, method)
    return fit && rank !== undefined ? [{ route, params: fit.params, rank: fit.rank + rank }] : []
  })
  const [best] = found.toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
  return best && { route: best.route, params: best.params }
}

function methodRank(own: string, requested: string): string | undefined {
  if (own === requested) return '0'
  if (own === 'GET' && requested === 'HEAD') return '1'
  return own === 'ANY' ? '2' : undefined
}

function fitOf({ path }: Routed, sent: string[]): { params: object; rank: string } | undefined {
  const parts = path.slice(1).split('/')
  const given = sent.length > 1 && sent.at(-1) === '' ? sent.slice(0, -1) : sent
  const params: Record<string, string> = {}
  let rank = ''
  for (const [index, part] of parts.entries()) {
    const segment = given[index]
    if (part === '*') {
      params['*'] = sent.slice(index).join('/')
      return { params, rank: `${rank}3` }
    }
    if (part.startsWith(':') && segment) params[part.slice(1)] = segment
    else if (part !== segment) return undefined
    rank += part.startsWith(':') ? '2' : '1'
  }
  return parts.length === given.length ? { params, rank: `${rank}0` } : undefined
}

/** Encode reserved characters only, or all characters. */
const encoders = [
  encodeURIComponent,
  (text: string) =>
    Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
]

describe('the router', () => {
  it('finds the same route as the model, for every spelling of the path', () => {
    const sent = fc.record({
      method: fc.constantFrom(...methods),
      segments: fc.array(word, { minLength: 1, maxLength: 4 }),
      encode: fc.constantFrom(...encoders),
      start: fc.constantFrom('', 'http://x', 'HTTPS://x:1'),
      end: fc.constantFrom('', '?a=/b/%zz', '#a/b'),
    })
    fc.assert(
      fc.property(table, sent, (routes, { method, segments, encode, start, end }) => {
        const url = `${start}/${segments.map(encode).join('/')}${end}`
        const found = createRouter(routes)(method, url)
        const expected = modelOf(routes, method, segments)
        assert.deepEqual(found && plain(found), expected)
        assert.notEqual(found?.isMalformed, true)
      }),
      runs(20_000),
    )
  })

  const plain = ({ route, params }: Match<Routed>): unknown => ({ route, params })
  const match = createRouter([
    { method: 'GET', path: '/a/:id' },
    { method: 'GET', path: '/' },
  ])

  it('reports invalid percent-encoding, and returns the segment as sent', () => {
    for (const id of ['%', '%zz', '%ff', '%E6%B5']) {
      const found = match('GET', `/a/${id}`)
      assert.deepEqual([found?.params, found?.isMalformed], [{ id }, true])
    }
    assert.equal(match('GET', '/a/%31?b=%zz')?.isMalformed, false)
  })

  it('finds nothing for a target that is not a path', () => {
    assert.equal(match('OPTIONS', '*'), undefined)
    assert.equal(match('GET', 'ftp://x/a/1'), undefined)
    assert.ok(match('GET', 'http://x'))
  })
})
