import assert from 'node:assert/strict'
import { it } from 'node:test'
import { etagOf, isKnown, versionsIn } from './etags.ts'

const body = Buffer.from('{"id":1}')

it('an ETag tells bytes and versions apart', () => {
  assert.match(etagOf(body), /^"[\w-]{22}"$/)
  assert.match(etagOf(body, '17-1'), /^"17-1\.[\w-]{22}"$/)
  assert.notEqual(etagOf(body), etagOf(Buffer.from('{"id":2}')))
})

it('If-None-Match knows lists, any, and weak ones', () => {
  const etag = etagOf(body, '3-1')
  assert.ok(isKnown(etag, etag))
  assert.ok(isKnown(`"x", W/${etag}`, etag))
  assert.ok(isKnown('*', etag))
  assert.ok(!isKnown('"x"', etag))
  assert.ok(!isKnown(undefined, etag))
  assert.ok(!isKnown(etag.slice(1, -1), etag))
})

it('If-Match gives the versions of its list', () => {
  assert.equal(versionsIn(undefined), undefined)
  assert.equal(versionsIn(' * '), undefined)
  assert.deepEqual(versionsIn('"draft-12-1.abc"'), ['draft-12-1'])
  assert.deepEqual(versionsIn('"draft-12-1.abc", W/"published-13-3.x" , "abc", "9.x"'), [
    'draft-12-1',
    'published-13-3',
  ])
  assert.deepEqual(versionsIn('garbage'), [])
})

it('words that stand for bytes are told apart as well', () => {
  const words = Array.from({ length: 20_000 }, (_, index) => `7 /v1/contents ${index} ${index * 7}`)
  assert.equal(new Set(words.map((one) => etagOf(one))).size, words.length)
  assert.notEqual(etagOf('1 2 3'), etagOf('3 2 1'))
})
