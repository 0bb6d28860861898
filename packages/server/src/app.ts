import type { BlockList } from 'node:net'
import { adminPath } from '@octavo/schema/admin-api.ts'
import { clientAddress } from './access/client-address.ts'
import { createLimits, type LimitDefaults, type SharedCounts } from './access/limits.ts'
import { createPasswords, type Passwords } from './access/passwords.ts'
import { createQuotas } from './access/quotas.ts'
import { startUsage } from './access/usage.ts'
import { createResponseCache } from './cache/response-cache.ts'
import { startFeed, type FeedOptions, type Follower } from './changes/feed.ts'
import { tagsOfChange } from './changes/tags.ts'
import { createChangeStreams } from './admin/events.ts'
import { adminHandlers } from './admin/handlers.ts'
import type { ContentContext } from './content/context.ts'
import { createPreviews } from './content/previews/read.ts'
import { createSnapshots } from './store/cache/snapshots.ts'
import { createDocumentCache } from './delivery/document-cache.ts'
import { keyCheck } from './delivery/require-keys.ts'
import { adminEndpoints } from './http/admin.ts'
import type { CachedResponse } from './http/cached-response.ts'
import { createCaching, purger } from './http/caching.ts'
import type { Endpoint } from './http/exchange.ts'
import { apiEndpoints, apiPath } from './http/route.ts'
import { assetEndpoints } from './http/routes/assets.ts'
import { buildReportEndpoint } from './http/routes/build-reports.ts'
import { healthEndpoint } from './http/routes/health.ts'
import { homeEndpoint } from './http/routes/home.ts'
import { metricsEndpoint } from './http/routes/metrics.ts'
import {
  createConnections,
  defaultConnectionLimits,
  type ConnectionLimits,
} from './http/connections.ts'
import { closedPath, openHeaders, openPath } from './http/cors.ts'
import { fastResponder } from './http/fast-lane/plain-http.ts'
import { hostCheck } from './http/hosts.ts'
import { strictTransport } from './http/hsts.ts'
import { changesRoute } from './http/routes/changes.ts'
import { openapiRoute } from './http/routes/openapi.ts'
import type { ModelsFile } from './admin/models-file.ts'
import { readMediaRoutes } from './http/routes/read-media.ts'
import { readContentsRoutes } from './http/routes/read-contents.ts'
import { writeContentsRoutes } from './http/routes/write-contents.ts'
import { createClients, type ClientLimits } from './http/clients.ts'
import { createListener } from './http/server.ts'
import { createExplorer } from './http/explorer.ts'
import { createFirstResponses } from './http/first-responses.ts'
import { studioEndpoint } from './http/studio-app.ts'
import { writeMediaRoutes } from './http/routes/write-media.ts'
import { readyAssets } from './http/ready-assets.ts'
import { createFileCache } from './media/file-cache.ts'
import { createMediaCache } from './media/media-cache.ts'
import type { OpenMedia } from './media/open-storage.ts'
import { defaultStreamLimits, type StreamLimits } from './live/registry.ts'
import { createLiveStreams } from './live/streams.ts'
import type { FollowNode } from './metrics/node-counts.ts'
import { createOptimizer } from './media/variants/optimizer.ts'
import { createVariantBudget } from './media/variants/budget.ts'
import {
  createVariantCheck,
  defaultVariantRules,
  type VariantRules,
} from './media/variants/rules.ts'
import { variantFolder } from './media/variants/variant-folder.ts'
import { createTextPool, defaultTextLimits, type TextPoolOptions } from './text/text-pool.ts'

/** Everything that the server depends on, passed in explicitly. */
export interface AppDeps extends ContentContext, OpenMedia, FeedOptions {
  /** Public base URL of the API, including `/v1`, without a trailing slash. */
  readonly baseUrl: string
  /** Public base URL of the assets, without a trailing slash. */
  readonly assetsUrl: string
  /** Requests per minute for keys without limits of their own. */
  readonly limits: LimitDefaults
  /** Shared rate limit counters when several processes serve requests. */
  readonly sharedCounts?: SharedCounts | undefined
  readonly passwords?: Passwords
  /** Proxies whose `X-Forwarded-For` header is trusted. Default: none. */
  readonly trustedProxies?: BlockList | undefined
  readonly clientLimits?: ClientLimits
  /** Memory for cached responses; 0 disables the cache. */
  readonly cacheBytes?: number
  readonly maxResponseBytes?: number
  /** Time limit for a read, in milliseconds. */
  readonly queryTimeout?: number
  readonly textLimits?: TextPoolOptions
  /**
   * Whether responses include the purge tags of hidden content. Only for an external cache, which strips
   * them before clients see them.
   */
  readonly includesHiddenTags?: boolean
  /** Which image variants may be created. Default: all, within a budget. */
  readonly variantRules?: VariantRules
  /** Folder of the built web app. Without it, a plain page is served instead. */
  readonly studioFolder?: string
  /** The configuration file that defines the models. The management API does not change them then. */
  readonly modelsFile?: ModelsFile | undefined
  /** Host names that clients may use besides those of the public URLs; `*` allows all. */
  readonly allowedHosts?: readonly string[]
  readonly connectionLimits?: Partial<ConnectionLimits>
  readonly streamLimits?: StreamLimits
  /** The token for `GET /metrics`, and the counts of this node. Without them, the path does not exist. */
  readonly metrics?: { readonly token: string; readonly follow: FollowNode } | undefined
  /** Whether simple requests bypass the HTTP server of Node. Default: true. */
  readonly hasFastLane?: boolean
  log(line: string): void
}

export interface App {
  /** Everything served on the API port and on the assets port. */
  readonly endpoints: { readonly api: readonly Endpoint[]; readonly assets: readonly Endpoint[] }
  /** Starts serving; port 0 picks a free port. */
  listen(options: ListenOptions): Promise<Addresses>
  /** Stops accepting requests, finishes those in progress, then stops. The store stays open. */
  close(): Promise<void>
}

export interface ListenOptions {
  host: string
  port: number
  assetsPort: number
  /** Whether other processes listen on the same ports. */
  sharesPorts?: boolean
}

/** Addresses that the server listens on, such as `http://127.0.0.1:4000`. */
export interface Addresses {
  api: string
  assets: string
}

const defaultCacheBytes = 128 * 1024 * 1024
/** Memory for frequently requested files. */
const fileCacheBytes = 64 * 1024 * 1024

/** Streams keep their connections, so some connections are left to other requests. */
const streamsOfConnections = 0.8

function streamLimits(deps: AppDeps): StreamLimits {
  const { perKey, inAll } = deps.streamLimits ?? defaultStreamLimits
  const { max = defaultConnectionLimits.max } = deps.connectionLimits ?? {}
  return { perKey, inAll: Math.min(inAll, Math.ceil(max * streamsOfConnections)) }
}

export async function createApp(deps: AppDeps): Promise<App> {
  const snapshots = createSnapshots(deps.store, deps.schemas)
  const previews = createPreviews(deps)
  const documents = createDocumentCache()
  const delivery = { ...deps, snapshots, previews, documents, requireKeys: keyCheck() }
  const limits = createLimits(deps.limits, deps.log, deps.sharedCounts)
  const usage = startUsage(deps)
  const quotas = createQuotas({ ...deps, usage })
  const texts = createTextPool(deps.textLimits ?? defaultTextLimits)
  const streams = createLiveStreams({
    ...deps,
    streamLimits: streamLimits(deps),
    catchUp: () => feed.catchUp(),
  })
  const routes = [
    ...readContentsRoutes(delivery),
    ...readMediaRoutes(delivery),
    ...writeContentsRoutes({ ...deps, texts }),
    ...writeMediaRoutes({ ...deps, quotas }),
    openapiRoute(deps),
    changesRoute(streams),
  ]
  const cache = createResponseCache<CachedResponse>(deps.cacheBytes ?? defaultCacheBytes)
  const purge = purger(cache)
  const media = createMediaCache(deps, () => feed)
  const changeStreams = createChangeStreams()
  const follower: Follower = {
    onChanges(page) {
      const { changes } = page
      streams.onChanges(page)
      changeStreams.notify(changes)
      purge(changes.flatMap(tagsOfChange))
      media.onChanges(changes)
    },
    onLost(position) {
      streams.onLost(position)
      changeStreams.notifyLost()
      cache.clear()
      media.onLost()
    },
    log: deps.log,
  }
  const feed = await startFeed(deps.store, follower, deps)
  const { baseUrl, assetsUrl, allowedHosts = [], connectionLimits, log } = deps
  const publicHosts = [baseUrl, assetsUrl].map((url) => new URL(url).host)
  const allowsHost = hostCheck([...publicHosts, ...allowedHosts])
  const connections = createConnections(connectionLimits)
  const addressOf = clientAddress(deps.trustedProxies)
  const fastLane = deps.hasFastLane === false ? undefined : fastResponder
  const listening = { log, connections, allowsHost, addressOf, fastLane }
  const apiHeaders = { ...openHeaders, ...strictTransport(baseUrl) }
  const caching = createCaching({
    cache,
    feed,
    limits,
    includesHiddenTags: deps.includesHiddenTags === true,
    headers: apiHeaders,
    onHit: (key) => usage.count(key, 'cacheHits'),
    now: deps.now,
  })
  const explore = createExplorer({ ...deps, snapshots, routes })
  const passwords = deps.passwords ?? createPasswords()
  const admin = adminHandlers({
    ...deps,
    texts,
    delivery,
    changeStreams,
    explore,
    quotas,
    passwords,
  })
  const serving = { ...deps, clients: createClients(deps.clientLimits) }
  const management = adminEndpoints(admin, serving)
  const firstResponses = createFirstResponses(management)
  const studio = await studioEndpoint(deps.studioFolder, { ...deps, firstResponses })
  const node = deps.metrics && {
    token: deps.metrics.token,
    node: deps.metrics.follow(() => streams.count()),
  }
  const apiTable = [
    ...apiEndpoints(routes, { ...serving, snapshots, limits, caching, usage, quotas }),
    buildReportEndpoint(serving),
    openPath(apiPath),
    ...management,
    closedPath(adminPath),
    healthEndpoint({ ...deps, feed }),
    closedPath('/health'),
    ...(node ? [metricsEndpoint({ ...deps, ...node }), closedPath('/metrics')] : []),
    studio ?? homeEndpoint(deps),
  ]
  const api = createListener(apiTable, { ...listening, headers: strictTransport(baseUrl) })
  const fileCache = createFileCache(fileCacheBytes)
  const assetHeaders = strictTransport(assetsUrl)
  const ready = readyAssets(media, fileCache, { ...openHeaders, ...assetHeaders })
  const variants = variantFolder({ ...deps.variantStorage, now: Date.now })
  const optimizer = createOptimizer({
    ...deps,
    variants,
    fileCache,
    maxPixels: deps.mediaLimits.pixels,
  })
  const rules = deps.variantRules ?? defaultVariantRules
  const checkVariant = createVariantCheck(rules)
  const variantBudget = createVariantBudget(rules.megapixelsPerMinute, deps.now)
  const served = { ...deps, media, optimizer, checkVariant, variantBudget, fileCache, ready }
  const assetTable = [...assetEndpoints(served), openPath('')]
  const assets = createListener(assetTable, { ...listening, headers: assetHeaders })
  return {
    endpoints: { api: apiTable, assets: assetTable },
    async listen({ host, port, assetsPort, sharesPorts = false }) {
      return {
        api: await api.listen({ host, port, sharesPort: sharesPorts }),
        assets: await assets.listen({ host, port: assetsPort, sharesPort: sharesPorts }),
      }
    },
    async close() {
      node?.node.stop()
      changeStreams.end()
      streams.end()
      await Promise.all([api.close(), assets.close()])
      await usage.stop()
      await feed.stop()
      await texts.close()
    },
  }
}
