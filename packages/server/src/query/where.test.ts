/** The parameter `where`: what it means, and what it rejects. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import { publishedKey, readSchema } from '../testing/read-sample.ts'
import { bounds } from './parameters.ts'
import { parseListQuery } from './parse.ts'
import type { Condition } from './tree.ts'

function conditionsOf(where: unknown): readonly Condition[] {
  const text = typeof where === 'string' ? where : JSON.stringify(where)
  const query = [
    ['model', 'article'],
    ['where', text],
  ] as const
  return parseListQuery({ key: publishedKey, schema: readSchema, query }).query.selection.conditions
}

function problemsOf(where: unknown): string[] {
  try {
    conditionsOf(where)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.problems.map(({ path, message }) => `${path}: ${message}`)
  }
  return []
}

describe('where', () => {
  it('is the same as parameters if all conditions must match', () => {
    assert.deepEqual(conditionsOf({}), [])
    assert.deepEqual(
      conditionsOf({ kind: { eq: 'news' } }),
      conditionsOf({ $and: [{ kind: { eq: 'news' } }] }),
    )
    assert.deepEqual(conditionsOf({ $or: [] }), [{ kind: 'never' }])
    assert.deepEqual(conditionsOf({ $not: { $or: [] } }), [])
  })

  it('looks up alternatives of one field at once', () => {
    const either = conditionsOf({ $or: [{ kind: { eq: 'news' } }, { kind: { eq: 'essay' } }] })
    assert.deepEqual(either, conditionsOf({ kind: { in: ['news', 'essay'] } }))
  })

  it('has only the white space of JSON', () => {
    assert.deepEqual(problemsOf(' \t\r\n{ "kind" : {"eq":"news"}\n} '), [])
    assert.deepEqual(problemsOf('{\u00a0"kind":{"eq":"news"}}'), [
      'where: is not valid JSON: unexpected "\u00a0" at position 2',
    ])
  })

  it('names the position of malformed JSON', () => {
    assert.deepEqual(problemsOf('{"kind": x}'), [
      'where: is not valid JSON: unexpected "x" at position 10',
    ])
    assert.deepEqual(problemsOf('{"kind": {}'), [
      'where: is not valid JSON: unexpected end of text at position 12',
    ])
  })

  it('reports all problems, with their places', () => {
    assert.deepEqual(
      problemsOf({
        $orr: [],
        kind: { eqq: 'news' },
        title: { eq: null, contains: 1 },
        $or: [{ nope: { eq: 'a' } }, { featured: { eq: 'true' } }],
        author: { $some: {}, name: { eq: 'a' }, nme: {} },
        $not: [],
      }),
      [
        'where.$orr: unknown key: did you mean "$or"?',
        'where.kind.eqq: unknown key: did you mean "eq"?',
        'where.title.eq: must not be null; use exists to find empty values',
        'where.title.contains: must be a string',
        'where.$or[0].nope.eq: names a field that none of the requested models has; there are title, slug, lead, body, featured, kind, tags, starts_at, cover, author, links, blocks, seo, _id, _model, _space, _status, _title, _created_at, _updated_at, _published_at, _last_published_at',
        'where.$or[1].featured.eq: must be true or false',
        'where.author.$some: is not a repeat or a list of references, which $some, $none and $every need',
        'where.author.name: unknown key: write the path as one key, "author.name"',
        'where.author.nme: unknown key: did you mean "ne"?',
        'where.$not: must be an object',
      ],
    )
  })

  it('is limited in length, depth and conditions', () => {
    const nested = (depth: number): object =>
      depth === 0 ? { kind: { eq: 'news' } } : { $not: nested(depth - 1) }
    assert.deepEqual(problemsOf(nested(bounds.whereDepth)), [])
    assert.match(problemsOf(nested(bounds.whereDepth + 1)).join(), /more than 8 groups/)
    assert.match(problemsOf(nested(200)).join(), /more than 8 groups/)
    assert.match(problemsOf({ title: { eq: 'x'.repeat(4096) } }).join(), /at most 4096 characters/)
    const many = (count: number, path: string): object => ({
      $or: Array.from({ length: count }, (_, index) => ({ [path]: { ne: String(index) } })),
    })
    assert.deepEqual(problemsOf(many(bounds.filters, 'title')), [])
    assert.match(problemsOf(many(bounds.filters + 1, 'title')).join(), /at most 32 filters/)
  })
})
