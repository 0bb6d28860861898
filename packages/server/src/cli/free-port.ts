import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral range, so that no outgoing connection takes the port in the meantime. */
const lowest = 20_000
const highest = 32_000
const attempts = 100

/**
 * Between finding a port and listening on it, another process could find the same one. Each process
 * therefore starts at a different port.
 */
const perProcess = 4
let next = process.pid * perProcess

/** A free port. The caller should listen on it soon. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = lowest + (next++ % (highest - lowest))
    try {
      await requireFree(host, port)
      return port
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (attempt === attempts || !isTaken) throw error
    }
  }
}

/** Fails if the port is in use. */
export async function requireFree(host: string, port: number): Promise<void> {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}
