import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { freePort, requireFree } from './free-port.ts'

const program = `
  const { freePort } = await import(${JSON.stringify(import.meta.resolve('./free-port.ts'))})
  console.log(await freePort(), await freePort())`

describe('free ports', () => {
  it('differ, even before a process listens on them', async () => {
    const ports = await Promise.all(Array.from({ length: 8 }, () => freePort()))
    assert.equal(new Set(ports).size, 8)
  })

  it('differ between processes that search at the same time', async () => {
    const run = promisify(execFile)
    const started = Array.from({ length: 8 }, () => run(process.execPath, ['--eval', program]))
    const printed = await Promise.all(started)
    const ports = printed.flatMap(({ stdout }) => stdout.trim().split(' '))
    assert.equal(ports.length, 16)
    assert.equal(new Set(ports).size, 16)
  })

  it('exclude ports that are in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    await assert.rejects(requireFree('127.0.0.1', port), { code: 'EADDRINUSE' })
    taken.close()
  })
})
