import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import fc from 'fast-check'
import { draftKey, readSchema, type ReaderKey } from '../testing/read-sample.ts'
import { runs } from '../testing/runs.ts'
import { writeCursor } from './cursor.ts'
import { parseListQuery } from './parse.ts'
import type { ListQuery, Position } from './tree.ts'

const parse = (query: string, key: ReaderKey = draftKey): ListQuery =>
  parseListQuery({ key, schema: readSchema, query: [...new URLSearchParams(query)] }).query

function problemOf(query: string): string | undefined {
  try {
    parse(query)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'badRequest') throw error
    return error.message
  }
}

function cursorOf(query: string, position: Position): string {
  const { cursor, selection } = parse(`${query}&cursor=start`)
  return writeCursor(cursor?.list ?? '', selection.order, position)
}

const lists: [query: string, values: Position['values']][] = [
  ['', [5]],
  ['order=_id', [7]],
  ['order=title', ['港'.repeat(200)]],
  ['order=title', [null]],
  ['order=-_published_at', [null]],
  ['order=_status,_model,_space,-title', ['draft', 1, 0, '\u{10ffff}']],
  ['model=article&kind[eq]=news&contains=sea&contains=bay', [5]],
]

describe('a cursor', () => {
  for (const [query, values] of lists) {
    it(`holds the position in a list: ${query || 'everything'}`, () => {
      const position = { itemId: 7, values }
      const sent = cursorOf(query, position)
      assert.match(sent, /^[\w-]+$/)
      assert.deepEqual(parse(`${query}&cursor=${sent}`).cursor?.after, position)
    })
  }

  it('is valid for other page sizes, properties and sequences of the parameters', () => {
    const sent = cursorOf('model=article&kind[eq]=news&order=title', { itemId: 7, values: ['a'] })
    const same = 'order=title&kind[eq]=news&limit=3&select=title&total=false&model=article'
    assert.equal(problemOf(`${same}&cursor=${sent}`), undefined)
  })

  it('is valid for the same order in another spelling', () => {
    const position = { itemId: 7, values: ['a', 1] }
    const sent = cursorOf('model=article&order=title,-_created', position)
    for (const order of ['title,%20-_created', 'title,,-_created,', 'title,-_created,-title']) {
      assert.equal(problemOf(`model=article&order=${order}&cursor=${sent}`), undefined, order)
    }
  })

  it('is rejected with other filters, another order or an offset', () => {
    const list = 'model=article&kind[eq]=news&order=title'
    const sent = cursorOf(list, { itemId: 7, values: ['a'] })
    for (const other of [
      'model=article&kind[eq]=essay&order=title',
      'model=article&kind[eq]=news&order=-title',
      'model=article&kind[eq]=news&order=slug',
      'model=author,article&kind[eq]=news&order=title',
      `${list}&lang=ja`,
      `${list}&contains=a`,
      `${list}&title[eq]=a`,
    ]) {
      assert.match(problemOf(`${other}&cursor=${sent}`) ?? '', /other filters/, other)
    }
    assert.match(problemOf(`${list}&cursor=${sent}&offset=0`) ?? '', /combined with offset/)
    assert.equal(problemOf('cursor=start&order=title,slug,_id,kind,_status'), undefined)
    assert.match(problemOf('cursor=start&order=title,slug,kind,_status,_id') ?? '', /more than 4/)
  })

  it('is rejected or harmless if a client makes it up', () => {
    const position = { itemId: 7, values: ['draft', 1, 0, 'a'] }
    const query = 'order=_status,_model,_space,-title'
    const sent = cursorOf(query, position)
    const parts = JSON.parse(Buffer.from(sent, 'base64url').toString()) as unknown[]
    const anything = fc.anything({ maxDepth: 2 })
    const replaced = fc
      .tuple(fc.nat({ max: parts.length }), anything)
      .map(([at, value]) => JSON.stringify(parts.with(Math.min(at, parts.length - 1), value)))
    const text = fc.oneof(fc.string(), replaced, fc.json())
    const cursor = fc.oneof(
      fc.string({ unit: 'binary' }),
      text.map((one) => Buffer.from(one).toString('base64url')),
    )
    const property = fc.property(cursor, (one) => {
      if (problemOf(`${query}&cursor=${encodeURIComponent(one)}`) !== undefined) return
      const after = parse(`${query}&cursor=${encodeURIComponent(one)}`).cursor?.after
      const [status, model, space, title] = after?.values ?? ['draft', 0, 0, null]
      assert.ok(typeof status === 'string' && Number(model) < 3 && Number(space) < 3)
      assert.ok(title === null || (typeof title === 'string' && [...title].length <= 200))
    })
    fc.assert(property, runs(500))
  })
})
