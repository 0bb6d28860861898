/** A server that may open few files stays reachable, whatever clients do with their connections. */
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
/** For the database, and what else a server has of them. */
const otherSockets = 40
/** Five times as many as there are files. */
const clients = scaled(1000)
const atOnce = 50
/** In the fourth column of /proc/net/tcp. */
const listening = '0A'
/** That `fetch` keeps open. */
const keptByFetch = 2

after(endServers)

/** Sockets that the process has open. */
async function socketsOf({ child }: RunningServer): Promise<number> {
  const folder = `/proc/${child.pid}/fd`
  const files = await readdir(folder)
  const targets = await Promise.all(
    files.map((file) => readlink(`${folder}/${file}`).catch(() => '')),
  )
  return targets.filter((target) => target.startsWith('socket:')).length
}

/** Connections of clients that the process has open, without those to the database, which stay for a minute. */
async function clientsOf({ baseUrl }: RunningServer): Promise<number> {
  const port = Number(new URL(baseUrl).port)
  const [, ...rows] = (await readFile('/proc/net/tcp', 'utf8')).trimEnd().split('\n')
  return rows.filter((row) => {
    const [, local = '', , state, , , , , , inode] = row.trim().split(/\s+/)
    const isHere = Number.parseInt(local.split(':')[1] ?? '', 16) === port
    // What no process has open any more has no inode.
    return isHere && state !== listening && inode !== '0'
  }).length
}

async function inBatches(work: () => Promise<void>): Promise<void> {
  for (let done = 0; done < clients; done += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, work))
  }
}

const canLook = process.platform === 'linux' ? false : 'only Linux shows the files of a process'

onBothDatabases('a server that may open few files', (fresh) => {
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
    // Where there are too many, some are closed.
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

  it('serves clients that read and leave', { skip: canLook }, async () => {
    await inBatches(async () => void (await read()).end())
    await requireReachable(server)
    await eventually(async () => (await clientsOf(server)) <= keptByFetch)
  })

  it('serves while clients keep connections open, used and unused', { skip: canLook }, async () => {
    const sockets: Socket[] = []
    let opened = 0
    await inBatches(async () => void sockets.push(await (opened++ % 2 ? read() : open(server))))
    await requireReachable(server)
    assert.ok((await socketsOf(server)) <= mostConnections + otherSockets)
    for (const socket of sockets) socket.destroy()
  })

  it('recovers when no file was left for a connection', { skip: canLook }, async () => {
    const tooMany = { OCTAVO_MAX_CONNECTIONS: '1000', OCTAVO_HEAD_TIMEOUT: '600' }
    const full = await startServer(place, tooMany, { openFiles })
    const sockets = await Promise.all(Array.from({ length: 2 * openFiles }, () => open(full)))
    // The system closes what the process cannot take.
    await eventually(() => sockets.some((socket) => socket.closed))
    for (const socket of sockets) socket.destroy()
    await eventually(async () => (await socketsOf(full)) <= otherSockets)
    await requireReachable(full)
    assert.equal(await full.end('SIGTERM'), 0)
  })
})
