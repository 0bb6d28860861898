import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { whereOf, type ConditionGroup, type FilterScope } from './conditions.ts'

const scope: FilterScope = {
  typeOf: (path) => (path === 'size' ? 'number' : 'text'),
  entriesOf: (path) => (path === 'details' ? scope : { ...scope, typeOf: () => 'number' }),
}
const label = { path: 'label', operator: 'eq', value: 'Serves' } as const
const size = { path: 'size', operator: 'gte', value: '4' } as const
const seo = { path: 'seo.title', operator: 'contains', value: 'a,b' } as const

describe('conditions on one entry', () => {
  const tables: [name: string, group: ConditionGroup, where: object][] = [
    [
      'of a list',
      {
        match: 'all',
        conditions: [
          { match: 'all', conditions: [label, size], entries: { path: 'details', test: 'some' } },
        ],
      },
      { details: { $some: { $and: [{ label: { eq: 'Serves' } }, { size: { gte: 4 } }] } } },
    ],
    [
      'of several lists, in groups',
      {
        match: 'any',
        conditions: [
          { match: 'none', conditions: [size, label], entries: { path: 'details', test: 'every' } },
          { match: 'any', conditions: [seo], entries: { path: 'details', test: 'none' } },
          { match: 'all', conditions: [], entries: { path: 'details', test: 'some' } },
        ],
      },
      {
        $or: [
          {
            details: {
              $every: { $not: { $or: [{ size: { gte: 4 } }, { label: { eq: 'Serves' } }] } },
            },
          },
          {
            details: {
              $none: {
                $and: [{ 'seo.title': { contains: 'a' } }, { 'seo.title': { contains: 'b' } }],
              },
            },
          },
        ],
      },
    ],
    [
      'inside of another list',
      {
        match: 'all',
        conditions: [
          label,
          {
            match: 'all',
            entries: { path: 'related', test: 'some' },
            conditions: [{ ...label, value: '7' }],
          },
        ],
      },
      { $and: [{ label: { eq: 'Serves' } }, { related: { $some: { label: { eq: 7 } } } }] },
    ],
  ]
  for (const [name, group, where] of tables) {
    it(name, () => {
      assert.deepEqual(JSON.parse(whereOf(group, scope)), where)
    })
  }
})
