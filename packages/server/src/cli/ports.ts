import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Settings } from '../config.ts'

/** Fails where a port is taken. Port 0 becomes a free one, as the addresses must be known first. */
export async function chosenPorts(settings: Settings): Promise<Settings> {
  const port = await freePort(settings.host, settings.port)
  const assetsPort = await freePort(settings.host, settings.assetsPort)
  return { ...settings, port, assetsPort }
}

async function freePort(host: string, wanted: number): Promise<number> {
  const probe = createServer().listen(wanted, host)
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : wanted
}
