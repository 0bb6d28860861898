/** Complete servers on free loopback ports, for each database, for tests over HTTP. */
import type { RootDefinition, RootSettings } from '@octavo/schema/definitions.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { createKey, type NewKey } from '../access/keys.ts'
import { createApp, type Addresses, type App, type AppDeps } from '../app.ts'
import { cachedSchemas } from '../store/cache/schemas.ts'
import { defaultMediaLimits } from '../media/media-context.ts'
import { openMedia } from '../media/open-storage.ts'
import type { Store } from '../store/store.ts'
import { sampleMedia } from './sample-media.ts'
import { onBothDatabases } from './stores.ts'

export interface TestApp {
  app: App
  deps: AppDeps
  addresses: Addresses
  /** Log lines of the server, including unexpected errors. */
  logged: string[]
  /** The time that `now()` returns. Tests may change it. */
  clock: { now: number }
  call(method: string, path: string, options?: CallOptions): Promise<TestResponse>
  createKey(settings?: Partial<NewKey>): Promise<string>
  /** Inserts a media record without a file; returns its id. */
  addMediaRecord(spaceId: number): Promise<number>
  /** Inserts a root space, or replaces the one with the same id. */
  applyTestSchema(root: RootDefinition, settings?: Partial<RootSettings>): Promise<void>
}

export interface CallOptions {
  key?: string
  /** A string is sent unchanged, other values as JSON. */
  body?: unknown
  headers?: Record<string, string>
}

export interface TestResponse {
  status: number
  headers: Headers
  text: string
  /** The parsed body; undefined if it is not JSON. */
  json: unknown
}

/** Runs a suite once for each database, with a function that starts servers. */
export function testApps(
  title: string,
  suite: (freshApp: () => Promise<TestApp>, kind: Store['kind']) => void,
): void {
  onBothDatabases(title, (fresh, kind) => {
    const ending: (() => Promise<unknown>)[] = []
    // Registered before the hooks of the suite, so it runs before the stores are closed.
    after(async () => {
      for (const end of ending.toReversed()) await end()
    })
    suite(async () => {
      const { store } = await fresh()
      const started = await startApp(store)
      ending.push(started.end)
      return started.testApp
    }, kind)
  })
}

export async function startApp(
  store: Store,
  given: Partial<AppDeps> = {},
): Promise<{ testApp: TestApp; end(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-media-'))
  const logged: string[] = []
  const clock = { now: Date.UTC(2026, 10, 14) }
  const deps: AppDeps = {
    store,
    schemas: cachedSchemas(),
    now: () => clock.now,
    databaseNow: () => clock.now,
    log: (line) => void logged.push(line),
    ...openMedia({
      dataFolder: folder,
      s3: undefined,
      mediaLimits: defaultMediaLimits,
      variantsBytes: 50_000_000,
      workers: 1,
    }),
    baseUrl: 'http://api.test/v1',
    assetsUrl: 'http://assets.test',
    // The host in tests that write raw requests.
    allowedHosts: ['x'],
    limits: { reads: 0, writes: 0 },
    // Otherwise a machine that stalls would turn cache hits into misses, and reads into errors.
    longestLag: 600_000,
    queryTimeout: 600_000,
    ...given,
  }
  const app = await createApp(deps)
  const addresses = await app.listen({ host: '127.0.0.1', port: 0, assetsPort: 0 })
  const testApp: TestApp = {
    app,
    deps,
    addresses,
    logged,
    clock,
    call: (method, path, options) => callAt(`${addresses.api}/v1${path}`, method, options),
    async createKey(settings = {}) {
      const { key } = await createKey(deps, { ...draftWriter, ...settings })
      return key
    },
    addMediaRecord: (spaceId) => addMediaRecord(store, spaceId),
    applyTestSchema: (root, settings = {}) => applyTestSchema(store, root, settings),
  }
  const end = async (): Promise<void> => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { testApp, end }
}

/** A key with all permissions in root space 1. */
export const draftWriter: NewKey = {
  rootId: 1,
  name: 'test',
  reads: 'draft',
  spaceIds: null,
  writesContents: true,
  writesMedia: true,
  publishes: true,
  listsMedia: false,
  readLimit: null,
  writeLimit: null,
  expiresAt: null,
  actor: 'test',
}

export async function callAt(
  url: string,
  method: string,
  options: CallOptions = {},
): Promise<TestResponse> {
  const { key, body, headers = {} } = options
  const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(url, {
    method,
    headers: { ...(key !== undefined && { 'X-SERVICE-API-KEY': key }), ...headers },
    ...(sent !== undefined && { body: sent }),
    redirect: 'error',
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: jsonOf(text) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function addMediaRecord(store: Store, spaceId: number): Promise<number> {
  return store.write(async (tx) => {
    const [id = 0] = await tx.ids.allocate('media', 1)
    const pdf = { filename: 'a.pdf', type: 'application/pdf', width: null, height: null }
    await tx.media.insert(sampleMedia({ id, spaceId, ...pdf }))
    return id
  })
}

function applyTestSchema(
  store: Store,
  root: RootDefinition,
  settings: Partial<RootSettings>,
): Promise<void> {
  return store.write(async (tx) => {
    const next = { ...root, settings: { ...root.settings, ...settings } }
    await tx.roots.lock(root.id, 'exclusive')
    const roots = await tx.roots.list()
    if (roots.some(({ id }) => id === root.id)) await tx.roots.save(next)
    else await tx.roots.insert(next)
    const change = { at: 0, rootId: root.id, subjectId: root.id, modelId: null, scopes: [] }
    await tx.changes.append([{ ...change, kind: 'schema', actor: 'test', action: 'apply' }])
  })
}
