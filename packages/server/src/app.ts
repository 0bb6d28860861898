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
import { createWatching } from './admin/events.ts'
import { adminHandlers } from './admin/handlers.ts'
import type { ContentContext } from './content/context.ts'
import { createSnapshots } from './store/cache/snapshots.ts'
import { createDocumentCache } from './delivery/document-cache.ts'
import { adminEndpoints } from './http/admin.ts'
import type { CachedAnswer } from './http/cached-answer.ts'
import { createCaching, purger } from './http/caching.ts'
import type { Endpoint } from './http/exchange.ts'
import { apiEndpoints, apiPath } from './http/route.ts'
import { assetEndpoints } from './http/routes/assets.ts'
import { healthEndpoint } from './http/routes/health.ts'
import { homeEndpoint } from './http/routes/home.ts'
import { createConnections, type ConnectionLimits } from './http/connections.ts'
import { closedPath, openHeaders, openPath } from './http/cors.ts'
import { hostCheck } from './http/hosts.ts'
import { strictTransport } from './http/hsts.ts'
import { fastAnswers } from './http/fast-lane/fast-answers.ts'
import { openapiRoute } from './http/routes/openapi.ts'
import { readContentsRoutes } from './http/routes/read-contents.ts'
import { writeContentsRoutes } from './http/routes/write-contents.ts'
import { createClients, type ClientLimits } from './http/clients.ts'
import { createListener } from './http/server.ts'
import { createExplorer } from './http/explorer.ts'
import { studioEndpoint } from './http/studio-app.ts'
import { writeMediaRoutes } from './http/routes/write-media.ts'
import { readyAssets } from './http/ready-assets.ts'
import { hotFiles } from './media/hot-files.ts'
import { knownMedia } from './media/known-media.ts'
import type { OpenMedia } from './media/open-storage.ts'
import { createOptimizer } from './media/variants/optimizer.ts'
import { createVariantBudget } from './media/variants/budget.ts'
import { createVariantCheck, usualVariantRules, type VariantRules } from './media/variants/rules.ts'
import { variantFolder } from './media/variants/variant-folder.ts'
import { createTextPool, usualTextLimits, type TextPoolOptions } from './text/text-pool.ts'

/** All that the server is made of; nothing is looked up elsewhere. */
export interface AppDeps extends ContentContext, OpenMedia, FeedOptions {
  /** Public address of the API, `/v1` included, without a slash at the end. */
  readonly baseUrl: string
  /** Public address of the assets, without a slash at the end. */
  readonly assetsUrl: string
  /** Requests a minute for keys that have no limits of their own. */
  readonly limits: LimitDefaults
  /** Where limits are counted, where several processes serve. */
  readonly sharedCounts?: SharedCounts | undefined
  readonly passwords?: Passwords
  /** Proxies whose `X-Forwarded-For` names the client; none unless told. */
  readonly trustedProxies?: BlockList | undefined
  readonly clientLimits?: ClientLimits
  /** Memory for answers that are kept; 0 keeps none. */
  readonly cacheBytes?: number
  readonly maxResponseBytes?: number
  /** Time for a read, in milliseconds. */
  readonly queryTimeout?: number
  readonly textLimits?: TextPoolOptions
  /** A cache outside keeps answers, and hides from clients by what they are purged. */
  readonly tellsCachesAll?: boolean
  /** Which variants of images are made; all, within a budget, where it is left out. */
  readonly variantRules?: VariantRules
  /** Where the built web app lies; without it there is a plain page in its place. */
  readonly studioFolder?: string
  /** Host names that clients may use besides those of the public addresses; `*` allows all. */
  readonly allowedHosts?: readonly string[]
  readonly connectionLimits?: Partial<ConnectionLimits>
  /** Whether plain requests are answered without the HTTP server of Node; they are unless told. */
  readonly hasFastLane?: boolean
  log(line: string): void
}

export interface App {
  /** All that is served on the port of the API, and all on that of the assets. */
  readonly endpoints: { readonly api: readonly Endpoint[]; readonly assets: readonly Endpoint[] }
  /** Starts serving; port 0 takes a free one. */
  listen(options: ListenOptions): Promise<Addresses>
  /** Takes no new requests, finishes those under way, then ends. The store stays open. */
  close(): Promise<void>
}

export interface ListenOptions {
  host: string
  port: number
  assetsPort: number
  /** Whether other processes listen on the same ports. */
  sharesPorts?: boolean
}

/** Where it listens: `http://127.0.0.1:4000`. */
export interface Addresses {
  api: string
  assets: string
}

const usualCacheBytes = 128 * 1024 * 1024
/** Memory for files that are asked for often. */
const hotBytes = 64 * 1024 * 1024

export async function createApp(deps: AppDeps): Promise<App> {
  const snapshots = createSnapshots(deps.store, deps.schemas)
  const delivery = { ...deps, snapshots, documents: createDocumentCache() }
  const limits = createLimits(deps.limits, deps.log, deps.sharedCounts)
  const usage = startUsage(deps)
  const quotas = createQuotas({ ...deps, usage })
  const texts = createTextPool(deps.textLimits ?? usualTextLimits)
  const routes = [
    ...readContentsRoutes(delivery),
    ...writeContentsRoutes({ ...deps, texts }),
    ...writeMediaRoutes({ ...deps, quotas }),
    openapiRoute(deps),
  ]
  const cache = createResponseCache<CachedAnswer>(deps.cacheBytes ?? usualCacheBytes)
  const purge = purger(cache)
  const media = knownMedia(deps, () => feed)
  const watching = createWatching()
  const follower: Follower = {
    onChanges(changes) {
      watching.tell(changes)
      purge(changes.flatMap(tagsOfChange))
      media.onChanges(changes)
    },
    onLost() {
      watching.tellLost()
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
  const fastLane = deps.hasFastLane === false ? undefined : fastAnswers(addressOf)
  const listening = { log, connections, allowsHost, addressOf, fastLane }
  const apiHeaders = { ...openHeaders, ...strictTransport(baseUrl) }
  const caching = createCaching({
    cache,
    feed,
    limits,
    tellsAll: deps.tellsCachesAll === true,
    headers: apiHeaders,
    onHit: (key) => usage.count(key, 'cacheHits'),
    now: deps.now,
  })
  const explore = createExplorer({ ...deps, snapshots, routes })
  const passwords = deps.passwords ?? createPasswords()
  const admin = adminHandlers({ ...deps, texts, delivery, watching, explore, quotas, passwords })
  const studio = await studioEndpoint(deps.studioFolder, deps)
  const serving = { ...deps, clients: createClients(deps.clientLimits) }
  const apiTable = [
    ...apiEndpoints(routes, { ...serving, snapshots, limits, caching, usage, quotas }),
    openPath(apiPath),
    ...adminEndpoints(admin, serving),
    closedPath(adminPath),
    healthEndpoint({ ...deps, feed }),
    closedPath('/health'),
    studio ?? homeEndpoint(deps),
  ]
  const api = createListener(apiTable, { ...listening, headers: strictTransport(baseUrl) })
  const hot = hotFiles(hotBytes)
  const assetHeaders = strictTransport(assetsUrl)
  const ready = readyAssets(media, hot, { ...openHeaders, ...assetHeaders })
  const variants = variantFolder({ ...deps.variantRoom, now: Date.now })
  const optimizer = createOptimizer({ ...deps, variants, hot, maxPixels: deps.mediaLimits.pixels })
  const rules = deps.variantRules ?? usualVariantRules
  const checkVariant = createVariantCheck(rules)
  const variantBudget = createVariantBudget(rules.megapixelsPerMinute, deps.now)
  const served = { ...deps, media, optimizer, checkVariant, variantBudget, hot, ready }
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
      watching.end()
      await Promise.all([api.close(), assets.close()])
      await usage.stop()
      await feed.stop()
      await texts.close()
    },
  }
}
