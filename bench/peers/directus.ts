import { newArticle, type ReadQuery } from '../operations.ts'
import { collections, relations } from './directus-collections.ts'
import { peerKey, type Peer, type Place, type Programs, type ShownArticle } from './peer.ts'
import { articleRows, authorRows, categoryRows, isoTime } from './rows.ts'

const version = '12.4.0'
/** Not the `directus` command, which first checks the package registry for updates. */
const program = 'node_modules/@directus/api/dist/cli/run.js'
const headers = { Authorization: `Bearer ${peerKey}` }

export const directus: Peer = {
  name: 'Directus',
  version,
  // One of its native packages does not compile for later versions.
  node: '22.23.3',
  packages: { directus: version, sqlite3: '6.0.1' },
  scripts: ['argon2', 'esbuild', 'isolated-vm', 'protobufjs', 'sqlite3'],
  files: { 'extensions/.keep': '', 'uploads/.keep': '' },
  settings,
  createTables,
  rows: {
    authors: () => authorRows((id, name) => ({ id, name })),
    categories: () => categoryRows((id, name) => ({ id, name })),
    articles: (size) =>
      articleRows(size, (id, { startsAt, featured, ...values }, time) => ({
        id,
        ...values,
        featured: Number(featured),
        starts_at: startsAt,
        created_at: time,
      })),
  },
  start: () => [program, 'start'],
  readyPath: '/server/ping',
  headers,
  path,
  creation() {
    const { startsAt, ...values } = newArticle
    return {
      path: '/items/articles',
      body: JSON.stringify({ ...values, starts_at: isoTime(startsAt) }),
    }
  },
  shown(response) {
    const { data, meta } = response as {
      data: ShownArticle | ShownArticle[]
      meta?: { filter_count: number }
    }
    return Array.isArray(data)
      ? { total: meta?.filter_count ?? 0, articles: data }
      : { total: 1, articles: [data] }
  },
}

function settings({ database }: Place): Record<string, string> {
  return {
    ADMIN_EMAIL: 'bench@example.com',
    ADMIN_PASSWORD: 'Bench-password-1',
    ADMIN_TOKEN: peerKey,
    CACHE_ENABLED: 'false',
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: database,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    // It would reject requests when the server is busy.
    PRESSURE_LIMITER_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    SECRET: peerKey,
    SERVE_APP: 'false',
    TELEMETRY: 'false',
    WEBSOCKETS_ENABLED: 'false',
  }
}

async function createTables(_: Place, { run, serve }: Programs): Promise<void> {
  await run([program, 'bootstrap'])
  await serve(async (baseUrl) => {
    for (const collection of collections) await post(`${baseUrl}/collections`, collection)
    for (const relation of relations) await post(`${baseUrl}/relations`, relation)
  })
}

async function post(url: string, value: unknown): Promise<void> {
  const body = JSON.stringify(value)
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
  })
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`)
}

function path(readQuery: ReadQuery): string {
  const query = new URLSearchParams({ fields: '*,author.*,category.*' })
  if ('article' in readQuery) return `/items/articles/${readQuery.article}?${query.toString()}`
  const { limit, offset, kind, category, authorName, contains, byStart } = readQuery
  query.set('meta', 'filter_count')
  query.set('limit', String(limit))
  query.set('offset', String(offset))
  query.set('sort', byStart ? '-starts_at,-id' : '-created_at')
  if (kind !== undefined) query.set('filter[kind][_eq]', kind)
  if (category !== undefined) query.set('filter[category][_eq]', String(category))
  if (authorName !== undefined) query.set('filter[author][name][_eq]', authorName)
  if (contains !== undefined) query.set('filter[body][_contains]', contains)
  return `/items/articles?${query.toString()}`
}
