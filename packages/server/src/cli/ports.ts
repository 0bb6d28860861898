import type { Settings } from '../config.ts'
import { freePort, requireFree } from './free-port.ts'
import { UsageError } from './command.ts'

/** Fails if a port is in use or both are the same. Replaces port 0, because URLs need the real port. */
export async function chosenPorts(settings: Settings): Promise<Settings> {
  if (settings.port === settings.assetsPort && settings.port !== 0) {
    throw new UsageError(`--port and --assets-port must differ, but both are ${settings.port}`)
  }
  const port = await chosenPort(settings.host, settings.port)
  const assetsPort = await chosenPort(settings.host, settings.assetsPort)
  return { ...settings, port, assetsPort }
}

async function chosenPort(host: string, port: number): Promise<number> {
  if (port === 0) return freePort(host)
  await requireFree(host, port)
  return port
}
