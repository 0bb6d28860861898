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
  it('are different ones, also before any is listened on', async () => {
    const ports = await Promise.all(Array.from({ length: 8 }, () => freePort()))
    assert.equal(new Set(ports).size, 8)
  })

  it('are different ones in processes that look at the same time', async () => {
    const run = promisify(execFile)
    const started = Array.from({ length: 8 }, () => run(process.execPath, ['--eval', program]))
    const printed = await Promise.all(started)
    const ports = printed.flatMap(({ stdout }) => stdout.trim().split(' '))
    assert.equal(ports.length, 16)
    assert.equal(new Set(ports).size, 16)
  })

  it('are not those that somebody listens on', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    await assert.rejects(requireFree('127.0.0.1', port), { code: 'EADDRINUSE' })
    taken.close()
  })
})
