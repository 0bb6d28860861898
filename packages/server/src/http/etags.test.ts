import assert from 'node:assert/strict'
import { it } from 'node:test'
import { etagOf, isKnown, versionsIn } from './etags.ts'

const body = Buffer.from('{"id":1}')

it('an ETag tells bytes and versions apart', () => {
  assert.match(etagOf(body), /^"[\w-]{22}"$/)
  assert.match(etagOf(body, 17), /^"17\.[\w-]{22}"$/)
  assert.notEqual(etagOf(body), etagOf(Buffer.from('{"id":2}')))
})

it('If-None-Match knows lists, any, and weak ones', () => {
  const etag = etagOf(body, 3)
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
  assert.deepEqual(versionsIn('"12.abc"'), [12])
  assert.deepEqual(versionsIn('"12.abc", W/"13.x" , "abc", "99999999999999999999.x"'), [12, 13])
  assert.deepEqual(versionsIn('garbage'), [])
})
