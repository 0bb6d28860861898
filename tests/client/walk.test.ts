/** The walk over all items, against pages in memory. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { walk, type Row } from '../../packages/client/src/all.ts'
import type { ReadOptions } from '../../packages/client/src/query.ts'

it('follows the cursors until there are no more pages', async () => {
  const requested: ReadOptions[] = []
  const found = walk(
    (options) => {
      requested.push(options)
      const page = requested.length
      return Promise.resolve({ data: [{ page }], next_cursor: page < 3 ? `after ${page}` : null })
    },
    { model: 'place', order: 'name', pageSize: 5 },
  )
  const rows: Row[] = []
  for await (const row of found) rows.push(row)
  assert.deepEqual(rows, [{ page: 1 }, { page: 2 }, { page: 3 }])
  const list = { model: 'place', order: 'name', limit: 5, total: false }
  assert.deepEqual(
    requested,
    ['start', 'after 1', 'after 2'].map((cursor) => ({ ...list, cursor })),
  )
})

it('ends with an error if the server has no cursors', async () => {
  const found = walk(() => Promise.resolve({ data: [{ _id: 1 }] }), {})
  assert.deepEqual((await found.next()).value, { _id: 1 })
  await assert.rejects(found.next(), /does not support cursors/)
})
