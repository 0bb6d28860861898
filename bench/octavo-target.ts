/** Starts Octavo in production mode on a data set, with keys that have no limits. */
import {
  placeFlags,
  startServer,
  type RunningServer,
} from '../packages/server/src/testing/octavo.ts'
import { makeKey } from '../packages/server/src/testing/run-here.ts'
import type { StoreAddress } from '../packages/server/src/store/open-store.ts'

export interface Keys {
  draft: string
  published: string
}

export interface OctavoTarget {
  port: number
  pid: number
  /** Milliseconds from the start of the process to the first response. */
  startTime: number
  server: RunningServer
  stop(): Promise<void>
}

export async function createKeys(address: StoreAddress): Promise<Keys> {
  const key = (reads: keyof Keys, writes: boolean): Promise<string> =>
    makeKey({ name: `bench ${reads}`, reads, writes }, placeFlags(address))
  return { draft: await key('draft', true), published: await key('published', false) }
}

export async function startOctavo(
  address: StoreAddress,
  {
    workers,
    key,
    environment = {},
  }: {
    workers: number
    key: string
    environment?: Record<string, string>
  },
): Promise<OctavoTarget> {
  const started = performance.now()
  const flags = [...placeFlags(address), '--workers', String(workers)]
  const server = await startServer(flags, environment)
  const url = `${server.baseUrl}/contents?model=article&limit=20`
  const response = await fetch(url, { headers: { 'X-SERVICE-API-KEY': key } })
  if (response.status !== 200) throw new Error(`the first request failed: ${await response.text()}`)
  await response.bytes()
  return {
    port: Number(new URL(server.baseUrl).port),
    pid: server.child.pid ?? 0,
    startTime: performance.now() - started,
    server,
    stop: async () => void (await server.end('SIGTERM')),
  }
}
