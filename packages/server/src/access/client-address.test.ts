import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { clientAddress, networkOf, trustedProxies } from './client-address.ts'

describe('the address of a client', () => {
  const trusted = clientAddress(trustedProxies('10.0.0.0/8, 2001:db8:1::/48,loopback'))

  it('is that of the peer, regardless of the header, when no proxy is trusted', () => {
    const direct = clientAddress()
    assert.equal(direct('192.0.2.1', '203.0.113.9'), '192.0.2.1')
    assert.equal(direct('127.0.0.1', '203.0.113.9'), '127.0.0.1')
    assert.equal(direct('::ffff:192.0.2.1', undefined), '192.0.2.1')
    assert.equal(direct('2001:DB8:0:0::7', undefined), '2001:db8::7')
    assert.equal(direct(undefined, '203.0.113.9'), '')
    assert.equal(trusted('192.0.2.1', '203.0.113.9'), '192.0.2.1')
  })

  const behind: [header: string | undefined, address: string][] = [
    [undefined, '10.0.0.1'],
    ['', '10.0.0.1'],
    ['203.0.113.9', '203.0.113.9'],
    ['6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['6.6.6.6, 203.0.113.9, 10.7.7.7', '203.0.113.9'],
    ['6.6.6.6,203.0.113.9,::ffff:10.7.7.7,2001:db8:1::5', '203.0.113.9'],
    ['2001:db8:9::1, 127.0.0.1', '2001:db8:9::1'],
    ['2001:0DB8:9::1, ::1', '2001:db8:9::1'],
    ['10.1.1.1, 10.2.2.2', '10.1.1.1'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['[2001:db8:9::1]:4711', '2001:db8:9::1'],
    ['[2001:db8:9::1]', '2001:db8:9::1'],
    // Entries to the left of an invalid entry are not trusted.
    ['6.6.6.6, unknown', '10.0.0.1'],
    ['6.6.6.6, unknown, 10.7.7.7', '10.7.7.7'],
    ['6.6.6.6, <script>', '10.0.0.1'],
    ['6.6.6.6, 999.1.1.1', '10.0.0.1'],
    ['6.6.6.6,', '10.0.0.1'],
    [`6.6.6.6${', 10.0.0.1'.repeat(1000)}`, '10.0.0.1'],
  ]
  for (const [header, address] of behind) {
    it(`is ${address} behind a trusted proxy that sends ${header?.slice(0, 60)}`, () => {
      assert.equal(trusted('10.0.0.1', header), address)
      assert.equal(trusted('::ffff:10.0.0.1', header), address)
    })
  }

  it('is never taken from entries that the client wrote', () => {
    const written = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string(), fc.constant('10.0.0.9'))
    fc.assert(
      fc.property(fc.array(written), fc.array(fc.constantFrom('10.0.0.2', '::1')), (own, hops) => {
        const header = [...own, '203.0.113.9', ...hops].join(', ')
        assert.equal(trusted('10.0.0.1', header), '203.0.113.9')
      }),
    )
  })

  it('is reduced to the /64 network for IPv6 clients', () => {
    assert.equal(networkOf('203.0.113.9'), '203.0.113.9')
    assert.equal(networkOf('::ffff:203.0.113.9'), '203.0.113.9')
    assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
    assert.equal(networkOf('2001:db8:1:2::'), '2001:db8:1:2::/64')
    assert.equal(networkOf('2001:DB8:1:2::9'), '2001:db8:1:2::/64')
    assert.equal(networkOf('2001:db8::9'), '2001:db8:0:0::/64')
    assert.equal(networkOf('::1'), '0:0:0:0::/64')
    assert.equal(networkOf(''), '')
  })

  const wrong = ['', 'true', '*', 'varnish', '10.0.0', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/0']
  const wrongV6 = ['::/0', '2001:db8::/129', '10.0.0.0/8/8', '10.0.0.0/-1', 'fe80::1%eth0', '::1,']
  for (const text of [...wrong, ...wrongV6]) {
    it(`rejects the proxy list "${text}"`, () => {
      assert.throws(
        () => trustedProxies(text),
        /must be a comma-separated list of IP addresses.*is invalid/,
      )
    })
  }
})
