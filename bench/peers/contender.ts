/** A running server in the comparison. */
import { join } from 'node:path'
import { openDataSets } from '../data-sets.ts'
import { requestText } from '../load.ts'
import { createKeys, startOctavo } from '../octavo-target.ts'
import { octavoCreation, octavoPath, type ReadQuery } from '../operations.ts'
import { fill } from './fill.ts'
import type { Installed } from './install.ts'
import type { ParsedResponse, Peer, ShownArticle } from './peer.ts'
import { startPeer } from './programs.ts'

export interface Contender extends Pick<Peer, 'name' | 'version' | 'headers' | 'path' | 'shown'> {
  readonly node: string
  readonly port: number
  readonly pid: number
  readonly startTime: number
  readonly creation: { path: string; body: string }
  called(): string[]
  stop(): Promise<void>
}

export function requestFor({ headers, path }: Contender, readQuery: ReadQuery): string {
  return requestText({ path: path(readQuery), headers })
}

export function creationFor({ headers, creation }: Contender): string {
  return requestText({ method: 'POST', headers, ...creation })
}

export async function peerContender(installed: Installed, size: number): Promise<Contender> {
  const { peer, runtime } = installed
  const { name, version, headers, path, shown } = peer
  const server = await startPeer(await fill(installed, size))
  const creation = peer.creation()
  return { name, version, headers, path, shown, creation, node: runtime.version, ...server }
}

export async function octavoContender(scratch: string, size: number): Promise<Contender> {
  const sets = await openDataSets('sqlite', { folder: join(scratch, 'octavo'), sizes: [size] })
  const set = await sets.open(size)
  const { draft: key } = await createKeys(set.address)
  const { port, pid, startTime, stop } = await startOctavo(set.address, { workers: 1, key })
  return {
    name: 'Octavo',
    version: '',
    node: process.version.slice(1),
    port,
    pid,
    startTime,
    // A draft key bypasses the response cache.
    headers: { 'X-SERVICE-API-KEY': key },
    path: octavoPath,
    creation: octavoCreation(),
    shown: octavoShown,
    called: () => [],
    async stop() {
      await stop()
      await set.end()
      await sets.close()
    },
  }
}

function octavoShown(response: unknown): ParsedResponse {
  const { data, total } = response as { data?: ShownArticle[]; total: number }
  return data ? { total, articles: data } : { total: 1, articles: [response as ShownArticle] }
}
