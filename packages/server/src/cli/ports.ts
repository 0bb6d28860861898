import type { Settings } from '../config.ts'
import { freePort, requireFree } from './free-port.ts'
import { UsageError } from './command.ts'

/** Fails where a port is taken, or wanted twice. Port 0 becomes a free one, as the addresses must be known first. */
export async function chosenPorts(settings: Settings): Promise<Settings> {
  if (settings.port === settings.assetsPort && settings.port !== 0) {
    throw new UsageError(
      `the API and the assets cannot share port ${settings.port}: give --port or --assets-port another`,
    )
  }
  const port = await chosenPort(settings.host, settings.port)
  const assetsPort = await chosenPort(settings.host, settings.assetsPort)
  return { ...settings, port, assetsPort }
}

async function chosenPort(host: string, wanted: number): Promise<number> {
  if (wanted === 0) return freePort(host)
  await requireFree(host, wanted)
  return wanted
}
