import { newArticle, type ReadQuery } from '../operations.ts'
import { peerKey, type Peer, type Row, type ShownArticle } from './peer.ts'
import { articleRows, authorRows, categoryRows, isoTime } from './rows.ts'
import { strapiFiles } from './strapi-files.ts'

const version = '5.54.0'

/** Has the length of Strapi's own document ids. */
const documentId = (kind: string, id: number): string => kind + String(id).padStart(16, '0')
const times = (time: number): Row => ({ created_at: time, updated_at: time, published_at: time })
const named = (kind: string) => (id: number, name: string) => ({
  id,
  document_id: documentId(kind, id),
  name,
  ...times(0),
})

export const strapi: Peer = {
  name: 'Strapi',
  version,
  // Its database driver does not compile for later versions.
  node: '22.23.3',
  packages: {
    '@strapi/strapi': version,
    'better-sqlite3': '12.8.0',
    react: '18.3.1',
    'react-dom': '18.3.1',
    'react-router-dom': '6.30.3',
    'styled-components': '6.1.19',
  },
  scripts: ['@swc/core', 'better-sqlite3', 'esbuild'],
  files: strapiFiles,
  settings: ({ database }) => ({
    PEER_DATABASE: database,
    PEER_KEY: peerKey,
    STRAPI_DISABLE_UPDATE_NOTIFICATION: 'true',
    STRAPI_TELEMETRY_DISABLED: 'true',
  }),
  createTables: (_, { run }) => run(['make-tables.js']),
  rows: {
    authors: () => authorRows(named('author__')),
    categories: () => categoryRows(named('category')),
    articles: (size) =>
      articleRows(size, (id, { title, slug, lead, body, featured, kind, tag, startsAt }, time) => ({
        id,
        document_id: documentId('article_', id),
        title,
        slug,
        lead,
        body,
        featured: Number(featured),
        kind,
        tag,
        starts_at: startsAt,
        ...times(time),
      })),
    articles_author_lnk: (size) =>
      articleRows(size, (id, { author }) => ({ id, article_id: id, author_id: author })),
    articles_category_lnk: (size) =>
      articleRows(size, (id, { category }) => ({ id, article_id: id, category_id: category })),
  },
  start: () => ['node_modules/@strapi/strapi/bin/strapi.js', 'start'],
  readyPath: '/api/authors?pagination[pageSize]=1',
  headers: { Authorization: `Bearer ${peerKey}` },
  path,
  creation() {
    const { startsAt, ...values } = newArticle
    const data = { ...values, starts_at: isoTime(startsAt) }
    return { path: '/api/articles', body: JSON.stringify({ data }) }
  },
  shown(response) {
    const { data, meta } = response as {
      data: ShownArticle | ShownArticle[]
      meta: { pagination?: { total: number } }
    }
    return Array.isArray(data)
      ? { total: meta.pagination?.total ?? 0, articles: data }
      : { total: 1, articles: [data] }
  },
}

function path(readQuery: ReadQuery): string {
  const query = new URLSearchParams({ 'populate[0]': 'author', 'populate[1]': 'category' })
  if ('article' in readQuery) {
    return `/api/articles/${documentId('article_', readQuery.article)}?${query.toString()}`
  }
  const { limit, offset, kind, category, authorName, contains, byStart } = readQuery
  query.set('pagination[start]', String(offset))
  query.set('pagination[limit]', String(limit))
  query.set('sort', byStart ? 'starts_at:desc,id:desc' : 'createdAt:desc')
  if (kind !== undefined) query.set('filters[kind][$eq]', kind)
  if (category !== undefined) query.set('filters[category][id][$eq]', String(category))
  if (authorName !== undefined) query.set('filters[author][name][$eq]', authorName)
  if (contains !== undefined) query.set('filters[body][$contains]', contains)
  return `/api/articles?${query.toString()}`
}
