/** A server with a low limit of open files stays reachable, whatever clients do with their connections. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { after, before, it } from 'node:test'
import { eventually } from '../packages/server/src/testing/eventually.ts'
import {
  endServers,
  placeFlags,
  startServer,
  type RunningServer,
} from '../packages/server/src/testing/octavo.ts'
import { makeKey } from '../packages/server/src/testing/run-here.ts'
import { scaled } from '../packages/server/src/testing/runs.ts'
import { onBothDatabases } from '../packages/server/src/testing/stores.ts'

const openFiles = 200
/** A third of the files. */
const mostConnections = Math.ceil(openFiles / 3)
/** Sockets for the database and other purposes. */
const otherSockets = 40
/** Five times the limit of open files. */
const clients = scaled(1000)
const atOnce = 50
/** State in the fourth column of /proc/net/tcp. */
const listening = '0A'
/** Connections that `fetch` keeps open. */
const keptByFetch = 2

after(endServers)

/** Number of open sockets of the process. */
async function socketsOf({ child }: RunningServer): Promise<number> {
  const folder = `/proc/${child.pid}/fd`
  const files = await readdir(folder)
  const targets = await Promise.all(
    files.map((file) => readlink(`${folder}/${file}`).catch(() => '')),
  )
  return targets.filter((target) => target.startsWith('socket:')).length
}

/** Number of open client connections, without those to the database, which stay open for a minute. */
async function clientsOf({ baseUrl }: RunningServer): Promise<number> {
  const port = Number(new URL(baseUrl).port)
  const [, ...rows] = (await readFile('/proc/net/tcp', 'utf8')).trimEnd().split('\n')
  return rows.filter((row) => {
    const [, local = '', , state, , , , , , inode] = row.trim().split(/\s+/)
    const isHere = Number.parseInt(local.split(':')[1] ?? '', 16) === port
    // A connection that no process has open has no inode.
    return isHere && state !== listening && inode !== '0'
  }).length
}

async function inBatches(work: () => Promise<void>): Promise<void> {
  for (let done = 0; done < clients; done += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, work))
  }
}

const skip =
  process.platform === 'linux' ? false : 'the files of a process are readable only on Linux'

onBothDatabases('a server with a low limit of open files', (fresh) => {
  let server: RunningServer
  let place: string[] = []
  let key = ''

  before(async () => {
    const { address } = await fresh()
    place = placeFlags(address)
    key = await makeKey({ reads: 'published' }, place)
    server = await startServer(place, {}, { openFiles })
  })
  after(() => server.end('SIGTERM'))

  const request = (): string =>
    `GET /v1/contents HTTP/1.1\r\nHost: localhost\r\nX-SERVICE-API-KEY: ${key}\r\n\r\n`

  async function open({ baseUrl }: RunningServer): Promise<Socket> {
    const { port, hostname } = new URL(baseUrl)
    const socket = connect(Number(port), hostname)
    // Some connections are closed when there are too many.
    socket.on('error', () => {}).resume()
    await once(socket, 'connect')
    return socket
  }

  async function read(): Promise<Socket> {
    const socket = await open(server)
    socket.write(request())
    const response = await new Promise<string>((resolve) => {
      socket.once('data', (chunk) => resolve(chunk.toString('latin1')))
      socket.once('close', () => resolve('the server closed the connection'))
    })
    assert.match(response, /^HTTP\/1\.1 200 /)
    return socket
  }

  async function requireReachable({ baseUrl }: RunningServer): Promise<void> {
    assert.equal((await fetch(baseUrl.replace(/\/v1$/, '/health'))).status, 200)
    const headers = { 'X-SERVICE-API-KEY': key }
    assert.equal((await fetch(`${baseUrl}/contents`, { headers })).status, 200)
  }

  it('serves clients that read and disconnect', { skip }, async () => {
    await inBatches(async () => void (await read()).end())
    await requireReachable(server)
    await eventually(async () => (await clientsOf(server)) <= keptByFetch)
  })

  it('serves while clients keep used and unused connections open', { skip }, async () => {
    const sockets: Socket[] = []
    let opened = 0
    await inBatches(async () => void sockets.push(await (opened++ % 2 ? read() : open(server))))
    await requireReachable(server)
    assert.ok((await socketsOf(server)) <= mostConnections + otherSockets)
    for (const socket of sockets) socket.destroy()
  })

  it('recovers after running out of files for connections', { skip }, async () => {
    const tooMany = { OCTAVO_MAX_CONNECTIONS: '1000', OCTAVO_HEAD_TIMEOUT: '600' }
    const full = await startServer(place, tooMany, { openFiles })
    const sockets = await Promise.all(Array.from({ length: 2 * openFiles }, () => open(full)))
    // The system closes connections that the process cannot accept.
    await eventually(() => sockets.some((socket) => socket.closed))
    for (const socket of sockets) socket.destroy()
    await eventually(async () => (await socketsOf(full)) <= otherSockets)
    await requireReachable(full)
    assert.equal(await full.end('SIGTERM'), 0)
  })
})
