import assert from 'node:assert/strict'
import { it } from 'node:test'
import { hostCheck, hostOf } from './hosts.ts'

const rows: [host: string | undefined, isAllowed: boolean][] = [
  ['cms.example', true],
  ['cms.example:8080', true],
  ['CMS.Example.', true],
  ['octavo:4000', true],
  ['assets.example', true],
  ['localhost', true],
  ['localhost:4000', true],
  ['studio.localhost:4000', true],
  ['127.0.0.1:4000', true],
  ['127.8.8.8', true],
  ['10.0.0.7:4000', true],
  ['[::1]:4000', true],
  ['[2001:db8::1]', true],
  [undefined, true],
  ['', true],
  ['evil.example', false],
  ['cms.example.evil.example', false],
  ['evilcms.example', false],
  ['evil.example:4000', false],
  ['localhost.evil.example', false],
  ['evillocalhost', false],
  ['127.0.0.1.evil.example', false],
  ['user@cms.example', false],
  ['cms.example:80:80', false],
  ['[cms.example', false],
  ['x'.repeat(10_000), false],
]
for (const [host, isAllowed] of rows) {
  it(`${isAllowed ? 'allows' : 'rejects'} the host ${host?.slice(0, 40)}`, () => {
    const allowsHost = hostCheck(['cms.example', 'assets.example:4001', 'octavo', '::'])
    assert.equal(allowsHost(host), isAllowed)
  })
}

it('allows every host with *', () => {
  assert.ok(hostCheck(['cms.example', '*'])('evil.example'))
})

it('prefers the host of an absolute URL to the Host header', () => {
  assert.equal(hostOf('/v1?u=http://a', 'b'), 'b')
  assert.equal(hostOf('http://a:4000/v1', 'b'), 'a:4000')
  assert.equal(hostOf('HTTPS://a?x', 'b'), 'a')
  assert.equal(hostOf('*', 'b'), 'b')
})
