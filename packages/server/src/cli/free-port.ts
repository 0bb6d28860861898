import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to connections going out, of which one could take it meanwhile. */
const lowest = 20_000
const highest = 32_000
const attempts = 100

/**
 * Between finding a port and listening on it, another process could find the same one: each looks
 * in a place of its own, and goes on from there.
 */
const perProcess = 4
let looked = process.pid * perProcess

/** A port that nobody listens on, to be listened on in a moment. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = lowest + (looked++ % (highest - lowest))
    try {
      await requireFree(host, port)
      return port
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (attempt === attempts || !isTaken) throw error
    }
  }
}

/** Fails where the port is taken. */
export async function requireFree(host: string, port: number): Promise<void> {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}
