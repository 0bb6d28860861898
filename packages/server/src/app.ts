import { limitsInMemory, type LimitDefaults } from './access/limits.ts'
import type { ContentContext } from './content/context.ts'
import { createDocumentCache } from './delivery/document-cache.ts'
import { apiEndpoints, apiPath } from './http/route.ts'
import { assetEndpoints } from './http/routes/assets.ts'
import { healthEndpoint } from './http/routes/health.ts'
import { homeEndpoint } from './http/routes/home.ts'
import { readContentsRoutes } from './http/routes/read-contents.ts'
import { writeContentsRoutes } from './http/routes/write-contents.ts'
import { createListener } from './http/server.ts'
import type { MediaStorage } from './media/storage.ts'

/** All that the server is made of; nothing is looked up elsewhere. */
export interface AppDeps extends ContentContext {
  readonly mediaStorage: MediaStorage
  /** Public address of the API, `/v1` included, without a slash at the end. */
  readonly baseUrl: string
  /** Public address of the assets, without a slash at the end. */
  readonly assetsUrl: string
  /** Requests a minute for keys that have no limits of their own. */
  readonly limits: LimitDefaults
  log(line: string): void
}

export interface App {
  /** Starts serving; port 0 takes a free one. */
  listen(options: ListenOptions): Promise<Addresses>
  /** Takes no new requests, finishes those under way, then ends. The store stays open. */
  close(): Promise<void>
}

export interface ListenOptions {
  host: string
  port: number
  assetsPort: number
}

/** Where it listens: `http://127.0.0.1:4000`. */
export interface Addresses {
  api: string
  assets: string
}

export async function createApp(deps: AppDeps): Promise<App> {
  const delivery = { ...deps, documents: createDocumentCache() }
  const routes = [...readContentsRoutes(delivery), ...writeContentsRoutes(deps)]
  const limits = limitsInMemory(deps.limits)
  const api = await createListener(
    [...apiEndpoints(routes, { ...deps, limits }), healthEndpoint(deps), homeEndpoint(deps)],
    { log: deps.log, openPath: apiPath },
  )
  const assets = await createListener(assetEndpoints(deps), { log: deps.log, openPath: '/' })
  return {
    async listen({ host, port, assetsPort }) {
      return {
        api: await api.listen(host, port),
        assets: await assets.listen(host, assetsPort),
      }
    },
    async close() {
      await Promise.all([api.close(), assets.close()])
    },
  }
}
