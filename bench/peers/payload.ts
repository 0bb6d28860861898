import { newArticle, type ReadQuery } from '../operations.ts'
import { payloadFiles } from './payload-files.ts'
import { peerKey, type Peer, type Row, type ShownArticle } from './peer.ts'
import { articleRows, authorRows, categoryRows, isoTime } from './rows.ts'

const version = '3.90.2'
const next = 'node_modules/next/dist/bin/next'
const times = (time: number): Row => ({ created_at: isoTime(time), updated_at: isoTime(time) })
const named = (id: number, name: string): Row => ({ id, name, ...times(0) })

export const payload: Peer = {
  name: 'Payload',
  version,
  node: undefined,
  packages: {
    '@payloadcms/db-sqlite': version,
    '@payloadcms/next': version,
    graphql: '16.11.0',
    next: '16.4.6',
    payload: version,
    react: '19.3.1',
    'react-dom': '19.3.1',
  },
  scripts: ['esbuild'],
  files: payloadFiles,
  build: [next, 'build'],
  settings: ({ database }) => ({
    NEXT_TELEMETRY_DISABLED: '1',
    PEER_DATABASE: database,
    PEER_KEY: peerKey,
  }),
  // In production mode, Payload does not create tables.
  createTables: (_, { run }) => run(['make-tables.js'], { NODE_ENV: 'development' }),
  rows: {
    authors: () => authorRows(named),
    categories: () => categoryRows(named),
    articles: (size) =>
      articleRows(size, (id, { startsAt, featured, author, category, ...values }, time) => ({
        id,
        ...values,
        featured: Number(featured),
        starts_at: isoTime(startsAt),
        author_id: author,
        category_id: category,
        ...times(time),
      })),
  },
  start: (port) => [next, 'start', '--port', String(port), '--hostname', '127.0.0.1'],
  readyPath: '/api/authors?limit=1',
  headers: { Authorization: `users API-Key ${peerKey}` },
  path,
  creation() {
    const { startsAt, ...values } = newArticle
    return {
      path: '/api/articles?depth=0',
      body: JSON.stringify({ ...values, startsAt: isoTime(startsAt) }),
    }
  },
  shown(response) {
    const { docs, totalDocs } = response as { docs?: ShownArticle[]; totalDocs: number }
    return docs
      ? { total: totalDocs, articles: docs }
      : { total: 1, articles: [response as ShownArticle] }
  },
}

/** Payload takes page numbers, so offsets must be multiples of the limit. */
function path(readQuery: ReadQuery): string {
  if ('article' in readQuery) return `/api/articles/${readQuery.article}?depth=1`
  const { limit, offset, kind, category, authorName, contains, byStart } = readQuery
  const query = new URLSearchParams({ depth: '1', limit: String(limit) })
  query.set('page', String(1 + offset / limit))
  query.set('sort', byStart ? '-startsAt,-id' : '-createdAt')
  if (kind !== undefined) query.set('where[kind][equals]', kind)
  if (category !== undefined) query.set('where[category][equals]', String(category))
  if (authorName !== undefined) query.set('where[author.name][equals]', authorName)
  if (contains !== undefined) query.set('where[body][contains]', contains)
  return `/api/articles?${query.toString()}`
}
