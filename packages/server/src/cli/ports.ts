import type { Settings } from '../config.ts'
import { freePort, requireFree } from '../free-port.ts'

/** Fails where a port is taken. Port 0 becomes a free one, as the addresses must be known first. */
export async function chosenPorts(settings: Settings): Promise<Settings> {
  const port = await chosenPort(settings.host, settings.port)
  const assetsPort = await chosenPort(settings.host, settings.assetsPort)
  return { ...settings, port, assetsPort }
}

async function chosenPort(host: string, wanted: number): Promise<number> {
  if (wanted === 0) return freePort(host)
  await requireFree(host, wanted)
  return wanted
}
