/** The cost of the shape of a request, and that simplifying it does not change the result. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import fc from 'fast-check'
import {
  fillSample,
  models,
  publishedKey,
  readerOf,
  readSchema,
  sampleItem,
  type SampleReader,
} from '../testing/read-sample.ts'
import { runs } from '../testing/runs.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { bounds, type RawQuery } from './parameters.ts'
import { parseListQuery } from './parse.ts'
import type { Condition } from './tree.ts'

function conditionsOf(query: RawQuery): readonly Condition[] {
  return parseListQuery({ key: publishedKey, schema: readSchema, query }).query.selection.conditions
}

const times = (count: number, make: (index: number) => [string, string]): [string, string][] =>
  Array.from({ length: count }, (_, index) => make(index))

describe('the shape of a request', () => {
  it('contains each condition once', () => {
    const same = times(bounds.filters, () => ['author.name[contains]', 'o'])
    assert.equal(conditionsOf(same).length, 1)
    assert.equal(
      conditionsOf([
        ['contains', 'a,b,a'],
        ['contains', 'b'],
      ]).length,
      2,
    )
  })

  it('has one bound of each kind', () => {
    const at = (index: number): string => new Date(Date.UTC(2026, 0, 1 + index)).toISOString()
    const dates = times(bounds.filters, (index) => ['_created_at[gt]', at(index)])
    const time = Date.UTC(2026, 0, bounds.filters)
    assert.deepEqual(conditionsOf(dates), [
      { kind: 'time', column: 'created_at', comparison: 'gt', time },
    ])
    const starts = times(bounds.filters, (index) => ['starts_at[lt]', at(index)])
    const [only] = conditionsOf(starts)
    assert.ok(only?.kind === 'keys' && only.targets[0]?.test.kind === 'range')
    assert.equal(only.targets[0].test.bounds.length, 1)
  })

  it('is rejected when its filters follow too many references, regardless of the content', () => {
    const filter = (index: number): [string, string] => ['author.name[eq]', String(index)]
    assert.equal(conditionsOf(times(bounds.filters, filter)).length, bounds.filters)
    const letters = Array.from({ length: bounds.keywords }, (_, index) => `w${index}`).join()
    const many = [...times(bounds.filters - 1, filter), ['author.name[contains]', letters] as const]
    assert.throws(
      () => conditionsOf(many),
      (error: unknown) => {
        assert.ok(error instanceof Refusal)
        assert.equal(error.kind, 'badRequest')
        assert.ok(error.message.includes(`more than ${bounds.hops} references`), error.message)
        return true
      },
    )
  })
})

const words = ['Anna', 'Otto', 'Hanna', 'Bo']
const items = [
  ...words.map((word, index) => sampleItem(index + 1, models.author, { published: { 401: word } })),
  ...Array.from({ length: 24 }, (_, index) =>
    sampleItem(11 + index, models.article, {
      published: {
        201: `${words[index % 3]} ${index}`,
        205: index % 2 === 0,
        210: (index % 4) + 1,
      },
    }),
  ),
]

const filter = fc.constantFrom<[string, string]>(
  ['author.name[contains]', 'n'],
  ['author.name[contains]', 'a,o'],
  ['author.name[eq]', 'Anna'],
  ['title[contains]', 'na'],
  ['contains', 'o'],
  ['contains', 'o,a'],
  ['featured[eq]', 'true'],
  ['_id[in]', '11,12,13,14,15,16,17'],
  ['_created_at[gt]', '2026-01-01T00:00:00.012Z'],
  ['_created_at[gt]', '2026-01-01T00:00:00.015Z'],
  ['_created_at[gte]', '2026-01-01T00:00:00.015Z'],
  ['_created_at[lt]', '2026-01-01T00:00:00.030Z'],
  ['_created_at[lt]', '2026-01-01T00:00:00.025Z'],
)

onBothDatabases('filters that are repeated and reordered', (fresh) => {
  let reader: SampleReader

  before(async () => {
    const { store } = await fresh()
    await fillSample(store, items)
    reader = readerOf(store)
  })

  it('match the items that match every single filter', async () => {
    const matches = async (query: [string, string][]): Promise<number[]> => {
      const { body } = await reader.reply([['model', 'article'], ['order', '_id'], ...query])
      const { data } = JSON.parse(String(await body())) as { data: { _id: number }[] }
      return data.map(({ _id: id }) => id)
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(filter, { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(), { minLength: 15, maxLength: 15 }),
        async (filters, order) => {
          const repeated = [...filters, ...filters, ...filters]
            .map((one, index) => ({ one, place: order[index] ?? 0 }))
            .toSorted((a, b) => a.place - b.place)
            .map(({ one }) => one)
          const alone = await Promise.all(filters.map((one) => matches([one])))
          const all = alone.reduce((left, ids) => left.filter((id) => ids.includes(id)))
          assert.deepEqual(await matches(repeated), all)
        },
      ),
      runs(60),
    )
  })
})
