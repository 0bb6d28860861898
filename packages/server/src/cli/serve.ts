import cluster from 'node:cluster'
import { setFlagsFromString } from 'node:v8'
import { defaultLimits, type SharedCounts } from '../access/limits.ts'
import { createApp } from '../app.ts'
import type { Settings } from '../config.ts'
import type { ContentContext } from '../content/context.ts'
import { defaultConnectionLimits } from '../http/connections.ts'
import { openFileLimit } from './open-files.ts'
import { openMedia } from '../media/open-storage.ts'
import type { FollowNode } from '../metrics/node-counts.ts'
import { studioFolder } from '../studio-folder.ts'
import { publicAddresses } from './addresses.ts'
import type { Terminal } from './terminal.ts'

interface ServeOptions {
  onReady: () => void
  stopped: Promise<void>
  /** Counts what happens on this node, for its metrics. */
  follow: FollowNode
}

/** Serves until `stopped` resolves, then finishes open requests. */
export async function serve(
  content: ContentContext,
  terminal: Terminal,
  settings: Settings,
  { onReady, stopped, follow }: ServeOptions,
): Promise<void> {
  const { metricsToken } = settings
  const { baseUrl, assetsUrl } = publicAddresses(settings)
  const sharedCounts = await openSharedCounts(settings)
  const app = await createApp({
    ...content,
    ...openMedia(settings),
    baseUrl,
    assetsUrl,
    studioFolder,
    allowedHosts: [...settings.allowedHosts, settings.host],
    connectionLimits: { ...settings.connectionLimits, max: maxConnections(settings) },
    streamLimits: settings.streamLimits,
    metrics: metricsToken === undefined ? undefined : { token: metricsToken, follow },
    hasFastLane: settings.hasFastLane,
    limits: defaultLimits,
    sharedCounts,
    trustedProxies: settings.trustedProxies,
    clientLimits: settings.clientLimits,
    cacheBytes: settings.cacheBytes,
    variantRules: settings.variantRules,
    maxResponseBytes: settings.maxResponseBytes,
    queryTimeout: settings.queryTimeout,
    textLimits: settings.textLimits,
    includesHiddenTags: settings.externalCache !== undefined,
    modelsFile:
      settings.modelsFile === undefined
        ? undefined
        : { name: settings.modelsFile, root: settings.root },
    log: (line) => terminal.note(line),
  })
  try {
    await app.listen({ ...settings, sharesPorts: cluster.isWorker })
    setFlagsFromString(`--heap-growing-percent=${heapGrowingPercent(settings)}`)
    onReady()
    // Loading the image library blocks the thread for 60 ms: do it before the first image request.
    await import('../media/images.ts')
    await stopped
  } finally {
    await app.close()
    await sharedCounts?.close()
  }
}

/**
 * How much the heap may grow before a garbage collection. Node's default, up to four times the live size, is right
 * only while the program loads. Writing to PostgreSQL creates more garbage: each collection also discards compiled
 * functions, and compiling them again costs a fifth of a core.
 */
function heapGrowingPercent({ database }: Settings): number {
  return database === undefined ? 40 : 100
}

/** A third of the open file limit, because a request may also need a file and a database connection. */
function maxConnections({ connectionLimits: { max } }: Settings): number {
  return max ?? Math.min(defaultConnectionLimits.max, Math.ceil(openFileLimit() / 3))
}

/** A single process counts in memory, workers count in their primary, several machines in Redis. */
async function openSharedCounts({ redis }: Settings): Promise<SharedCounts | undefined> {
  if (redis !== undefined) {
    const { countsInRedis } = await import('../access/limits-redis.ts')
    return countsInRedis(redis)
  }
  if (!cluster.isWorker) return undefined
  const { countsInPrimary } = await import('../access/limits-cluster.ts')
  return countsInPrimary()
}
