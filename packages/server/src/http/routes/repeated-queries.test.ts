import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { Refusal } from '@octavo/schema/errors.ts'
import { parseQuery } from '../query-string.ts'
import { publishedKey, draftKey, readSchema } from '../../testing/read-sample.ts'
import { runs } from '../../testing/runs.ts'
import { parseItemQuery, parseListQuery } from '../../query/parse.ts'
import { parsedItemQuery, parsedListQuery, type RepeatedRequest } from './read-contents.ts'

function outcomeOf(parse: () => unknown): unknown {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.problems
  }
}

it('a cached query equals a freshly parsed one', () => {
  const numbers = ['0', '1', '20', '007', '-1', '', ' ', '%0A', '1.0', '1e3', 'x', '20x']
  const long = ['999999999999999', '9007199254740991', '9007199254740992', '1'.repeat(30)]
  const offset = fc.constantFrom(...numbers, ...long)
  const part = fc.oneof(
    offset.map((number) => `offset=${number}`),
    offset.map((number) => `%6Fffset=${number}`),
    offset.map((number) => `limit=${number}`),
    fc.constantFrom('offset', 'model=article', 'title[eq]=a', 'title[eq]=offset=1', 'order=title'),
    fc.constantFrom('', 'depth=2', 'myoffset=3', 'nothing[eq]=1', 'title[eq]=?offset=5', 'utm=1'),
  )
  const search = fc.array(part, { maxLength: 4 }).map((parts) => `?${parts.join('&')}`)
  const key = fc.constantFrom(publishedKey, draftKey)
  fc.assert(
    fc.property(
      fc.array(fc.record({ search, key }), { maxLength: 12, size: 'max' }),
      (requests) => {
        for (const one of requests) {
          const request = (): RepeatedRequest => ({
            ...one,
            schema: readSchema,
            query: parseQuery(`/v1/contents${one.search}`),
          })
          assert.deepEqual(
            outcomeOf(() => parsedListQuery(request())),
            outcomeOf(() => parseListQuery(request())),
            one.search,
          )
          assert.deepEqual(
            outcomeOf(() => parsedItemQuery(request())),
            outcomeOf(() => parseItemQuery(request())),
            one.search,
          )
        }
      },
    ),
    runs(300),
  )
})

it('all pages of a list share one cached query', () => {
  const selectionAt = (offset: number): unknown => {
    const search = `?model=article&offset=${offset}&order=title`
    const query = parseQuery(search)
    return parsedListQuery({ key: publishedKey, schema: readSchema, query, search }).query.selection
  }
  assert.equal(selectionAt(20), selectionAt(40))
})
