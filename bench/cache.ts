/**
 * Compares cache hits with a bare `node:http` handler that returns the same bytes. Both run in this
 * process, in turns, with the same client in another thread. If the client is slower than the server,
 * the rate by the clock hides a slow server, so the rate by processor time of the server's thread is
 * printed too.
 *
 *   npx node bench/cache.ts [rounds] [milliseconds a round]
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { saveItems } from '../packages/server/src/content/save.ts'
import { openStore } from '../packages/server/src/store/open-store.ts'
import { indexSchema } from '@octavo/schema/schema.ts'
import { startApp } from '../packages/server/src/testing/app-factory.ts'
import { writeRoot } from '../packages/server/src/testing/write-root.ts'

const connections = 16

interface Round {
  port: number
  request: string
  milliseconds: number
}

if (isMainThread) await compare()
else parentPort?.on('message', (round: Round) => void sendRequests(round))

async function compare(): Promise<void> {
  const [rounds = 7, milliseconds = 1500] = process.argv.slice(2).map(Number)
  const folder = await mkdtemp(join(tmpdir(), 'octavo-bench-'))
  const store = await openStore({ dataFolder: folder, database: undefined })
  const { testApp, end } = await startApp(store)
  const key = await fill(testApp)
  const client = new Worker(new URL(import.meta.url))
  for (const path of ['/contents?model=article&limit=1', '/contents?model=article&limit=20']) {
    const url = `${testApp.addresses.api}/v1${path}`
    const body = await (await fetch(url, { headers: { 'X-SERVICE-API-KEY': key } })).bytes()
    const bare = createServer((_, response) => {
      const head = { 'content-type': 'application/json', 'content-length': body.length }
      response.writeHead(200, head).end(body)
    }).listen(0, '127.0.0.1')
    await once(bare, 'listening')
    const request = `GET /v1${path} HTTP/1.1\r\nHost: localhost\r\nX-SERVICE-API-KEY: ${key}\r\n\r\n`
    const ports = { bare: portOf(bare.address()), hit: Number(new URL(url).port) }
    const rates = { bare: [] as number[], hit: [] as number[] }
    const cpuRates = { bare: [] as number[], hit: [] as number[] }
    for (let round = 0; round <= rounds; round++) {
      for (const kind of ['bare', 'hit'] as const) {
        const before = process.threadCpuUsage()
        client.postMessage({ port: ports[kind], request, milliseconds } satisfies Round)
        const [count] = (await once(client, 'message')) as [number]
        const { user, system } = process.threadCpuUsage(before)
        // The first round is a warm-up.
        if (round === 0) continue
        rates[kind].push(count / (milliseconds / 1000))
        cpuRates[kind].push(count / ((user + system) / 1_000_000))
      }
    }
    console.log(`${body.length} bytes, by the clock: ${shown(rates)}`)
    console.log(`${body.length} bytes, by processor time: ${shown(cpuRates)}`)
    bare.close()
    bare.closeAllConnections()
  }
  await client.terminate()
  await end()
  await store.close()
  await rm(folder, { recursive: true })
}

type Bench = Awaited<ReturnType<typeof startApp>>['testApp']

async function fill(app: Bench): Promise<string> {
  await app.applyTestSchema(writeRoot)
  const items = Array.from({ length: 40 }, (_, index) => ({
    id: index + 1,
    rootId: 1,
    spaceId: 1,
    modelId: 22,
    createdAt: index,
    archivedAt: null,
    deletedAt: null,
    languages: new Map([[1, published(index)]]),
  }))
  const auditEntry = { actor: 'bench', action: 'create', at: 0, isNew: true, before: [] }
  await app.deps.store.write((tx) => saveItems(tx, indexSchema(writeRoot), items, auditEntry))
  return app.createKey({ reads: 'published' })
}

function published(index: number) {
  const values = { 201: `Title ${index}`, 203: 'A lead of some length. '.repeat(20) }
  return {
    draft: null,
    published: { values, updatedAt: index },
    publishedAt: 1,
    lastPublishedAt: 1,
  }
}

function shown(rates: { bare: number[]; hit: number[] }): string {
  const [bare, hit] = [median(rates.bare), median(rates.hit)]
  return `bare ${bare.toFixed(0)}/s, hit ${hit.toFixed(0)}/s, ${((100 * hit) / bare).toFixed(0)} %`
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  return typeof address === 'object' && address ? address.port : 0
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

/** Sends requests over a few connections, one at a time on each, and posts the number of responses. */
async function sendRequests({ port, request, milliseconds }: Round): Promise<void> {
  const start = performance.now()
  const counts = await Promise.all(
    Array.from({ length: connections }, () => sendOver(port, request, start + milliseconds)),
  )
  parentPort?.postMessage(counts.reduce((sum, count) => sum + count, 0))
}

function sendOver(port: number, request: string, end: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const socket = connect(port, '127.0.0.1', () => socket.write(request))
  let count = 0
  let missing = 0
  socket.on('error', reject)
  socket.on('data', (chunk: Buffer) => {
    if (missing === 0) {
      const head = chunk.toString('latin1', 0, chunk.indexOf('\r\n\r\n') + 4)
      if (!head.startsWith('HTTP/1.1 200')) return reject(new Error(head))
      missing = head.length + Number(/content-length: (\d+)/i.exec(head)?.[1])
    }
    missing -= chunk.length
    if (missing > 0) return
    count++
    if (performance.now() < end) socket.write(request)
    else {
      socket.destroy()
      resolve(count)
    }
  })
  return promise
}
