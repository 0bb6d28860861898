import assert from 'node:assert/strict'
import { BlockList } from 'node:net'
import { describe, it } from 'node:test'
import { isReachable } from './public-address.ts'
import { reachableAddresses } from './resolve.ts'

const none = new BlockList()

describe('addresses of targets', () => {
  const refused = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
  ]
  const reachable = [
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.1',
    '172.32.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450::1',
    '::ffff:1.1.1.1',
    '64:ff9b::101:101',
  ]
  for (const address of refused) {
    it(`refuse ${address}`, () => assert.equal(isReachable(address, none), false))
  }
  for (const address of reachable) {
    it(`allow ${address}`, () => assert.equal(isReachable(address, none), true))
  }

  it('may be in a range that the operator allows, also as mapped addresses', () => {
    const allowed = new BlockList()
    allowed.addSubnet('127.0.0.0', 8, 'ipv4')
    allowed.addSubnet('fd00::', 8, 'ipv6')
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', 'fd12::1']) {
      assert.equal(isReachable(address, allowed), true, address)
    }
    for (const address of ['10.0.0.1', '::1', 'fe80::1']) {
      assert.equal(isReachable(address, allowed), false, address)
    }
  })

  it('are those of a name that may be connected to, and no others', async () => {
    const resolve = async (): Promise<string[]> => ['127.0.0.1', '1.1.1.1', 'fe80::1']
    const found = await reachableAddresses('example.com', { resolve, allowed: none })
    assert.deepEqual(found, ['1.1.1.1'])
    await assert.rejects(
      reachableAddresses('a.example', { resolve: async () => ['10.0.0.1'], allowed: none }),
      /10\.0\.0\.1, which is not public/,
    )
    const literal = reachableAddresses('[::1]', { resolve, allowed: none })
    await assert.rejects(literal, /^RequestFailed: ::1 is not a public address/)
  })

  it('are written in many ways, which a URL makes plain', () => {
    for (const host of ['2130706433', '0x7f000001', '0177.0.0.1', '127.1']) {
      assert.equal(new URL(`http://${host}/`).hostname, '127.0.0.1')
    }
  })
})
