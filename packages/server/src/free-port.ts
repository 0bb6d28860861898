import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to connections going out, of which one could take it meanwhile. */
const lowest = 20_000
const highest = 32_000
const attempts = 100

/** A port that nobody listens on, to be listened on in a moment. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = randomInt(lowest, highest)
    try {
      await requireFree(host, port)
      return port
    } catch (error) {
      if (attempt === attempts) throw error
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
