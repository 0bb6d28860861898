/** The parts of the comparison with peers that work without a peer. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { requestText, startLoadGenerator, type LoadGenerator } from '../bench/load.ts'
import { install } from '../bench/peers/install.ts'
import { payload } from '../bench/peers/payload.ts'
import { sharedQueries } from '../bench/peers/queries.ts'

const run = promisify(execFile)

async function listening(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** Sends each piece before the next one is written. */
async function send(socket: Socket, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) await new Promise((resolve) => socket.write(piece, resolve))
}

describe('the load generator with a peer that sends chunks', () => {
  let load: LoadGenerator
  const head = 'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n'
  before(() => void (load = startLoadGenerator()))
  after(() => load.stop())

  for (const [title, pieces] of [
    ['in one piece', [`${head}3\r\nabc\r\n0\r\n\r\n`]],
    ['cut inside the last chunk', [`${head}3\r\nabc\r\n0\r`, '\n\r', '\n']],
    ['with a size that ends in 0', [head, '10\r\n', '0123456789abcdef', '\r\n0\r\n\r\n']],
  ] as const) {
    it(`counts a response ${title}`, async (t) => {
      const server = createServer((socket) => {
        socket.setNoDelay(true)
        socket.on('data', () => void send(socket, pieces))
      })
      t.after(() => void server.close())
      const port = await listening(server)
      const requests = Array.from({ length: 5 }, (_, n) => requestText({ path: `/${n}` }))
      const until = 'all requests sent'
      const found = await load.run({ port, connections: 1, until, requests, isSteady: false })
      assert.equal(found.responses, 5)
      assert.equal(found.bytes, pieces.join('').length)
    })
  }
})

describe('a process of a peer', () => {
  const guard = new URL('../bench/peers/loopback-only.ts', import.meta.url).href
  const call = (host: string, port: number) =>
    run(process.execPath, [
      `--import=${guard}`,
      '--eval',
      `require('node:net').connect(${port}, '${host}', () => { console.log('there'); process.exit() })`,
    ])

  it('can connect to its own machine', async (t) => {
    const server = createServer()
    t.after(() => void server.close())
    const { stdout } = await call('127.0.0.1', await listening(server))
    assert.equal(stdout, 'there\n')
  })

  it('cannot connect to other machines', async () => {
    await assert.rejects(call('192.0.2.1', 80), /refused to call 192\.0\.2\.1/)
  })
})

describe('the comparison', () => {
  it('requests only full pages that are not empty', () => {
    for (const name of ['R4', 'R5'] as const) {
      const readQueries = sharedQueries(name, 2000)
      const places = new Set(readQueries.map((one) => ('offset' in one ? one.offset : -1)))
      assert.deepEqual(places, new Set([0, 20]))
      assert.equal(new Set(readQueries.map((one) => JSON.stringify(one))).size, readQueries.length)
    }
  })

  it('reports why a peer was not installed', async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'octavo-peers-test-'))
    const packages = { broken: 'nowhere:1' }
    await assert.rejects(
      install({ ...payload, packages }, scratch),
      /npm install exited with \d+: .*nowhere/s,
    )
    await rm(scratch, { recursive: true })
  })

  it('rejects invalid options', async () => {
    const program = fileURLToPath(new URL('../bench/peers/run.ts', import.meta.url))
    await assert.rejects(run(process.execPath, [program, '--articles', 'many']), /--articles takes/)
    await assert.rejects(run(process.execPath, [program, '--only', 'ghost']), /--only takes/)
  })
})
