/** Several processes on one machine and one database behave like one server. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { callAt } from '../packages/server/src/testing/app-factory.ts'
import { eventually } from '../packages/server/src/testing/eventually.ts'
import {
  endServers,
  placeFlags,
  startServer,
  workersOf,
} from '../packages/server/src/testing/octavo.ts'
import { makeKey, printedBy } from '../packages/server/src/testing/run-here.ts'
import { scaled } from '../packages/server/src/testing/runs.ts'
import { onBothDatabases } from '../packages/server/src/testing/stores.ts'

const schema = {
  languages: ['en'],
  models: [{ luid: 'note', title: 'title', fields: [{ luid: 'title', type: 'text' }] }],
}
/** Uses a new connection for each request, to reach all workers. */
const alone = { connection: 'close' }

const changes = scaled(2)
const kills = scaled(2)

after(endServers)

onBothDatabases('workers', (fresh) => {
  it('share rate limits, and invalidate caches after changes by any process', async () => {
    const { address } = await fresh()
    const place = placeFlags(address)
    const file = join(address.dataFolder, 'schema.json')
    await writeFile(file, JSON.stringify(schema))
    await printedBy(['schema', 'apply', file, ...place])
    const server = await startServer(['--workers', '2', ...place])
    const writer = await makeKey({ reads: 'draft', writes: true }, place)
    const reader = await makeKey({ reads: 'published' }, place)
    const read = (path: string, by: string) =>
      callAt(server.baseUrl + path, 'GET', { key: by, headers: alone })

    const isShared = async (): Promise<boolean> => {
      const limited = await makeKey({ reads: 'draft', readLimit: 10 }, place)
      const statuses: number[] = []
      for (let n = 0; n < 14; n++) statuses.push((await read('/contents', limited)).status)
      return statuses.filter((status) => status === 200).length === 10
    }
    // A worker that stalls for two seconds counts that request alone.
    await eventually(isShared, { seconds: 0.1 })

    const sendTo = (path: string, method: string, title: string) =>
      callAt(server.baseUrl + path, method, {
        key: writer,
        body: { fields: { title } },
        headers: alone,
      })
    const made = await sendTo('/contents?model=note&published=true', 'POST', 'made')
    const { id } = made.json as { id: number }
    const path = `/contents/${id}`
    const readMany = () => Promise.all(Array.from({ length: 12 }, () => read(path, reader)))
    for (let n = 0; n < changes; n++) {
      // A worker that stalls for a second does not use its cache.
      await eventually(async () =>
        (await readMany()).some(({ headers }) => headers.get('x-cache') === 'HIT'),
      )
      await sendTo(`${path}?model=note&published=true`, 'PATCH', `change ${n}`)
      await eventually(async () =>
        (await readMany()).every(({ text }) => text.includes(`change ${n}`)),
      )
    }
    await readMany()
    await printedBy(['content', 'unpublish', String(id), ...place])
    await eventually(async () => (await readMany()).every(({ status }) => status === 404))
    assert.equal(await server.end('SIGTERM'), 0)
  })

  it('leave no request waiting when one of them is killed', async () => {
    const { address } = await fresh()
    const server = await startServer(['--workers', '3', ...placeFlags(address)])
    const url = new URL('/health', server.baseUrl)
    // The third worker continues to serve.
    for (const victim of workersOf(server).slice(0, 2)) {
      // A stopped worker still accepts connections, but never responds.
      process.kill(victim, 'SIGSTOP')
      const requests = Array.from({ length: 40 }, () => track(url))
      const settled = (): number => requests.filter(({ outcome }) => outcome !== undefined).length
      await eventually(() => settled() >= 6)
      process.kill(victim, 'SIGKILL')
      await eventually(() => settled() === requests.length, {
        otherwise: () => `${requests.length - settled()} requests of a dead worker still wait`,
      })
      for (const { outcome } of requests) assert.match(outcome ?? '', /^(200|ECONNRESET|EPIPE)$/)
    }
    assert.equal(await server.end('SIGTERM'), 0)
  })

  it('respond to or reset every request while they are killed under load', async () => {
    const { address } = await fresh()
    const server = await startServer(['--workers', '2', ...placeFlags(address)])
    const url = new URL('/health', server.baseUrl)
    const outcomes = new Map<string, number>()
    let isOver = false
    let ended = 0
    const clients = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const outcome = await track(url).end
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
      ended++
    })
    const succeeded = (): number => outcomes.get('200') ?? 0
    for (let done = 0; done < kills; done++) {
      const before = succeeded()
      await eventually(() => workersOf(server).length > 0 && succeeded() > before + 20)
      process.kill(workersOf(server)[0] ?? 0, 'SIGKILL')
    }
    isOver = true
    await eventually(() => ended === clients.length, {
      otherwise: () => `${clients.length - ended} of ${clients.length} clients still wait`,
    })
    const others = [...outcomes.keys()].filter((outcome) => outcome !== '200')
    // ECONNREFUSED: no worker was running at that moment.
    for (const outcome of others) assert.match(outcome, /^(ECONNRESET|ECONNREFUSED|EPIPE)$/)
    await eventually(() => workersOf(server).length === 2)
    assert.equal(await server.end('SIGTERM'), 0)
  })
})

interface Tracked {
  /** The status or the error code; undefined while the request is open. */
  outcome: string | undefined
  end: Promise<string>
}

/** Sends a request on a new connection. */
function track(url: URL): Tracked {
  const end = new Promise<string>((resolve) => {
    const sent = get(url, { agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(String(response.statusCode)))
      response.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
  const tracked: Tracked = { outcome: undefined, end }
  void end.then((outcome) => (tracked.outcome = outcome))
  return tracked
}
