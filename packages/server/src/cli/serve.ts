import { fileURLToPath } from 'node:url'
import cluster from 'node:cluster'
import { setFlagsFromString } from 'node:v8'
import { usualLimits, type SharedCounts } from '../access/limits.ts'
import { createApp } from '../app.ts'
import type { Settings } from '../config.ts'
import type { ContentContext } from '../content/context.ts'
import { usualConnectionLimits } from '../http/connections.ts'
import { openFileLimit } from './open-files.ts'
import { openMedia } from '../media/open-storage.ts'
import { publicAddresses } from './addresses.ts'
import type { Terminal } from './terminal.ts'

/** Serves until it is asked to stop, then finishes what is under way. */
export async function serve(
  content: ContentContext,
  terminal: Terminal,
  settings: Settings,
  { onReady, stopped }: { onReady: () => void; stopped: Promise<void> },
): Promise<void> {
  const { baseUrl, assetsUrl } = publicAddresses(settings)
  const sharedCounts = await openSharedCounts(settings)
  const app = await createApp({
    ...content,
    ...openMedia(settings),
    baseUrl,
    assetsUrl,
    studioFolder: fileURLToPath(new URL('../../../studio/dist', import.meta.url)),
    allowedHosts: [...settings.allowedHosts, settings.host],
    connectionLimits: { ...settings.connectionLimits, max: maxConnections(settings) },
    hasFastLane: settings.hasFastLane,
    limits: usualLimits,
    sharedCounts,
    trustedProxies: settings.trustedProxies,
    clientLimits: settings.clientLimits,
    cacheBytes: settings.cacheBytes,
    variantRules: settings.variantRules,
    maxResponseBytes: settings.maxResponseBytes,
    queryTimeout: settings.queryTimeout,
    textLimits: settings.textLimits,
    tellsCachesAll: settings.outsideCache !== undefined,
    log: (line) => terminal.note(line),
  })
  try {
    await app.listen({ ...settings, sharesPorts: cluster.isWorker })
    // By how much objects may grow before they are looked through for garbage. Node lets them be four
    // times what is needed; while the program is loaded that is right.
    setFlagsFromString('--heap-growing-percent=40')
    onReady()
    // Loading the image library blocks the thread for 60 ms, so the first image must not do it.
    await import('../media/images.ts')
    await stopped
  } finally {
    await app.close()
    await sharedCounts?.close()
  }
}

/** A request may need a file or a connection to the database too: a third of what may be open. */
function maxConnections({ connectionLimits: { max } }: Settings): number {
  return max ?? Math.min(usualConnectionLimits.max, Math.ceil(openFileLimit() / 3))
}

/** One process counts for itself, workers through their primary, machines through Redis. */
async function openSharedCounts({ redis }: Settings): Promise<SharedCounts | undefined> {
  if (redis !== undefined) {
    const { countsInRedis } = await import('../access/limits-redis.ts')
    return countsInRedis(redis)
  }
  if (!cluster.isWorker) return undefined
  const { countsInPrimary } = await import('../access/limits-cluster.ts')
  return countsInPrimary()
}
