/** Clients get the same responses with and without the fast lane. */
import fc from 'fast-check'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { AppDeps } from '../../app.ts'
import { openStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import { startApp, type TestApp } from '../../testing/app-factory.ts'
import { conversations, type Conversation } from '../../testing/request-arbitraries.ts'
import { runs } from '../../testing/runs.ts'
import { formOf, upload } from '../../testing/upload.ts'
import { writeRoot } from '../../testing/write-root.ts'

/** The ports of one server. */
interface Ports {
  readonly api: number
  readonly assets: number
}

const ending: (() => Promise<unknown>)[] = []
after(async () => {
  for (const end of ending.toReversed()) await end()
})

async function start(store: Store, given: Partial<AppDeps>): Promise<TestApp> {
  const { testApp, end } = await startApp(store, given)
  ending.push(end)
  return testApp
}

function portsOf({ addresses }: TestApp): Ports {
  const [api, assets] = [new URL(addresses.api), new URL(addresses.assets)]
  return { api: Number(api.port), assets: Number(assets.port) }
}

const words = 'long '.repeat(5000)
const files = [
  ['short.txt', 'hello'],
  ['long.txt', words],
] as const

async function fill(app: TestApp, key: string): Promise<void> {
  for (const fields of [{ title: 'Sea 海' }, { title: 'Hill', lead: words }]) {
    const path = '/contents?model=article&published=true'
    const { status } = await app.call('POST', path, { key, body: { fields } })
    assert.equal(status, 200)
  }
  for (const [name, content] of files) {
    const { status } = await upload(app, key, formOf(Buffer.from(content), name))
    assert.equal(status, 200)
  }
}

/** Sends a conversation and reads until the server closes the connection. */
async function responsesOf(port: number, conversation: Conversation): Promise<string> {
  const { pieces, waits, closes } = conversation
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).setNoDelay(true)
  let received = ''
  let wake = (): void => {}
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve())
  })
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    wake()
  })
  socket.on('error', () => {}).on('end', () => socket.end())
  for (const piece of pieces) {
    if (!socket.writable) break
    const responded = new Promise<void>((resolve) => (wake = resolve))
    await new Promise((resolve) => socket.write(piece, 'latin1', resolve))
    await (waits ? Promise.race([responded, closed]) : arrived())
  }
  if (closes) socket.end()
  const deadline = setTimeout(() => {
    received += '[still open]'
    socket.destroy()
  }, 60_000)
  await closed
  clearTimeout(deadline)
  return received
}

/** Waits until the server, in the same event loop, has read the data. */
async function arrived(): Promise<void> {
  for (let round = 0; round < 2; round++) await new Promise((resolve) => setImmediate(resolve))
}

const head = /HTTP\/1\.1 \d{3} [^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n/g
const varying = /^(?:date|age|x-cache|ratelimit[a-z-]*): /

/** Normalizes the order and case of headers, and removes those that vary. */
function comparable(responses: string): string {
  return responses.replaceAll(head, (text) => {
    const [line = '', ...headers] = text.trimEnd().split('\r\n')
    const kept = headers
      .map((header) => header.replace(/^[^:]*/, (name) => name.toLowerCase()))
      .filter((header) => !varying.test(header))
    return `\n${[line, ...kept.toSorted()].join('\n')}\n\n`
  })
}

/** Whether the responses depend on when the server detects the half-close of the client. */
function dependsOnHalfClose({ pieces }: Conversation, on: string, off: string): boolean {
  // The server may cancel a read that is still in progress then.
  const isCancelled = /the client has (?:disconnected|left)/.test(on + off)
  const sent = pieces.join('')
  // Only the half-close ends such a body, or shows that its chunks are invalid. `node:http` rejects it,
  // unless it has already responded.
  const isEndless = /^transfer-encoding:(?! *chunked *$)/im.test(sent)
  // `node:http` rejects invalid chunks too, unless it has already responded to the head before them.
  const hasBadChunks = /^transfer-encoding:/im.test(sent) && /is not valid HTTP/.test(on + off)
  return (
    isCancelled || isEndless || hasBadChunks || differInRejection(comparable(on), comparable(off))
  )
}

/**
 * Whether the responses are the same, except that only one server rejected the invalid data after them.
 * `node:http` may or may not do so if the client half-closes while a response is in progress.
 */
function differInRejection(some: string, others: string): boolean {
  const [short, long] = some.length < others.length ? [some, others] : [others, some]
  const rest = long.startsWith(short) ? long.slice(short.length) : ''
  return (
    short !== '' &&
    /^\nHTTP\/1\.1 40[04] (?:(?!\nHTTP)[^])*\nconnection: close\n(?:(?!\nHTTP)[^])*$/.test(rest)
  )
}

const hosts = ['Host: x', 'Host: api.test', 'Host: 127.0.0.1:4000', 'Host: evil.example']

const contents = [
  '',
  '?limit=1',
  '?model=article&limit=2&depth=1',
  '?model=article&select=title',
  '?model=nothing',
  '?nothing[eq]=1',
  '?contains=%E6%B5%B7',
  '?contains=%zz',
  '?title=a b',
  '?a="<>`{}|\\^~',
  '#part',
  '/1',
  '/1?model=article',
  '/%31',
  '/2/',
  '/999999',
  '/no-number',
  '/%zz',
  '/a%2Fb',
  '//',
]
const apiTargets = [
  ...contents.flatMap((rest) => [`/v1/contents${rest}`, `/v1/contents${rest}`]),
  '/%761/contents?limit=1',
  '/V1/contents',
  '//v1/contents',
  'http://x/v1/contents?limit=1',
  'HTTP://evil.example/v1/contents',
  'http://x',
  '*',
  '/',
  '/health',
  '/nothing',
  '/v1',
  '/v1/openapi.json',
  '/v1/media',
  '/v1/nothing',
  '/admin/api/bootstrap',
  '/admin/api/session',
  '/admin/api/nothing',
  `/v1/contents?contains=${'a'.repeat(3000)}`,
  `/v1/contents?contains=${'a'.repeat(9000)}`,
]
const assetTargets = [
  ...files.flatMap(([name], index) => {
    const path = `/spaces/1/media/${index + 1}/_/${name}`
    return [path, path, `${path}?width=10`, `${path}/`, path.replace('spaces', '%73paces')]
  }),
  '/spaces/1/media/1/_/other.txt',
  '/spaces/1/media/99/_/a.txt',
  '/',
  'http://x/spaces/1/media/1/_/short.txt',
]

describe('with and without the fast lane', () => {
  let withLane: Ports
  let without: Ports
  let keys: string[] = []

  before(async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'octavo-test-'))
    ending.push(() => rm(dataFolder, { recursive: true, force: true }))
    const store = await openStore({ dataFolder, database: undefined })
    ending.push(() => store.close())
    const app = await start(store, { hasFastLane: true })
    await app.applyTestSchema(writeRoot)
    await fill(app, await app.createKey())
    const reader = await app.createKey({ reads: 'published', writesContents: false })
    // The space is empty and all bodies are invalid, because the two servers share the store.
    const writer = await app.createKey({ spaceIds: [2], writesMedia: false })
    keys = [`${reader}x`, writer, reader].map((key) => `X-SERVICE-API-KEY: ${key}`)
    const { mediaStorage } = app.deps
    withLane = portsOf(app)
    without = portsOf(await start(store, { mediaStorage, hasFastLane: false }))
  })

  async function compare(port: keyof Ports, conversation: Conversation): Promise<string> {
    const [on, off] = await Promise.all([
      responsesOf(withLane[port], conversation),
      responsesOf(without[port], conversation),
    ])
    if (conversation.closes && dependsOnHalfClose(conversation, on, off)) return on
    assert.equal(comparable(on), comparable(off))
    return on
  }

  for (const [port, targets, cases] of [
    ['api', apiTargets, 1200],
    ['assets', assetTargets, 480],
  ] as const) {
    it(`returns the same responses to generated conversations with the ${port} port`, async () => {
      const conversation = conversations({ targets, headers: [...hosts, ...keys] })
      await fc.assert(
        fc.asyncProperty(conversation, async (one) => void (await compare(port, one))),
        runs(cases),
      )
    })
  }

  it('returns the same responses wherever a request is split', async () => {
    const rest = `HTTP/1.1\r\nHost: x\r\n${keys.at(-1)}\r\n`
    const requests = [
      `GET /v1/contents?limit=1 ${rest}\r\n`,
      `POST /v1/contents?model=article ${rest}Content-Length: 2\r\n\r\n{}`,
    ]
    for (const request of requests) {
      const both = request + request
      for (let place = 1; place < both.length; place++) {
        const pieces = [both.slice(0, place), both.slice(place)]
        const responses = await compare('api', { pieces, waits: false, closes: true })
        assert.equal(responses.match(head)?.length, 2, responses)
      }
    }
  })
})
