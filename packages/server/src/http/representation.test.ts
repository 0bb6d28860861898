import assert from 'node:assert/strict'
import { it } from 'node:test'
import { etagOf, isNotModified, versionsIn } from './representation.ts'

const body = Buffer.from('{"id":1}')

it('creates different ETags for different bytes and versions', () => {
  assert.match(etagOf(body), /^"[\w-]{22}"$/)
  assert.match(etagOf(body, '17-1'), /^"17-1\.[\w-]{22}"$/)
  assert.notEqual(etagOf(body), etagOf(Buffer.from('{"id":2}')))
})

it('matches lists, * and weak ETags of If-None-Match', () => {
  const etag = etagOf(body, '3-1')
  assert.ok(isNotModified(etag, etag))
  assert.ok(isNotModified(`"x", W/${etag}`, etag))
  assert.ok(isNotModified('*', etag))
  assert.ok(!isNotModified('"x"', etag))
  assert.ok(!isNotModified(undefined, etag))
  assert.ok(!isNotModified(etag.slice(1, -1), etag))
})

it('returns the versions in If-Match', () => {
  assert.equal(versionsIn(undefined), undefined)
  assert.equal(versionsIn(' * '), undefined)
  assert.deepEqual(versionsIn('"draft-12-1.abc"'), ['draft-12-1'])
  assert.deepEqual(versionsIn('"draft-12-1.abc", W/"published-13-3.x" , "abc", "9.x"'), [
    'draft-12-1',
    'published-13-3',
  ])
  assert.deepEqual(versionsIn('garbage'), [])
})

it('creates different ETags for different texts', () => {
  const texts = Array.from({ length: 20_000 }, (_, index) => `7 /v1/contents ${index} ${index * 7}`)
  assert.equal(new Set(texts.map((one) => etagOf(one))).size, texts.length)
  assert.notEqual(etagOf('1 2 3'), etagOf('3 2 1'))
})
