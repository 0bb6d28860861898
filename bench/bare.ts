/**
 * The baseline: a bare `node:http` server in a separate process that returns given bytes. With
 * `--workers` it has as many processes as the server it is compared with.
 */
import { fork } from 'node:child_process'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'

export interface BareServer {
  port: number
  pid: number
  /** Sets the body for each path. */
  serve(responses: ReadonlyMap<string, Buffer>): Promise<void>
  stop(): Promise<void>
}

export async function startBare(workers = 1): Promise<BareServer> {
  const options = { serialization: 'advanced' as const }
  const child = fork(fileURLToPath(import.meta.url), [String(workers)], options)
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    pid: child.pid ?? 0,
    async serve(responses) {
      child.send(responses)
      await once(child, 'message')
    },
    async stop() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}

if (import.meta.main) {
  const workers = Number(process.argv[2])
  if (cluster.isPrimary && workers > 1) await lead(workers)
  else serve()
}

async function lead(workers: number): Promise<void> {
  cluster.setupPrimary({ serialization: 'advanced', args: [] })
  const all = Array.from({ length: workers }, () => cluster.fork())
  const addresses = await Promise.all(all.map((worker) => once(worker, 'listening')))
  process.on('message', (responses) => {
    void Promise.all(
      all.map(async (worker) => {
        const taken = once(worker, 'message')
        worker.send(responses as object)
        await taken
      }),
    ).then(() => process.send?.('taken'))
  })
  process.on('disconnect', () => all.forEach((worker) => worker.kill()))
  const [[address] = []] = addresses as [{ port: number }][]
  process.send?.(address?.port)
}

function serve(): void {
  let responses: ReadonlyMap<string, Buffer> = new Map()
  const server = createServer((request, response) => {
    const body = responses.get(request.url ?? '')
    if (!body) return response.writeHead(404).end()
    const head = { 'content-type': 'application/json', 'content-length': body.length }
    return response.writeHead(200, head).end(body)
  })
  process.on('message', (message: ReadonlyMap<string, Buffer>) => {
    responses = message
    process.send?.('taken')
  })
  process.on('disconnect', () => process.exit())
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (cluster.isPrimary && address && typeof address === 'object') process.send?.(address.port)
  })
}
