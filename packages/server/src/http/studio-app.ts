/** Serves the built web app from memory. Its policy allows no resources of other origins, except assets. */
import { noncePlaceholder, pagePlaceholders } from '@octavo/schema/admin-api.ts'
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { guardHeaders } from './admin-guard.ts'
import type { FirstResponse, FirstResponses } from './first-responses.ts'
import {
  compress,
  encode,
  encodingFor,
  etagOf,
  isNotModified,
  weightsIn,
  type Encoding,
} from './representation.ts'
import type { Endpoint, HttpReply, HttpRequest } from './exchange.ts'
import { noSuchPath } from './router.ts'

interface AppFile {
  type: string
  etag: string
  plain: Buffer
  /** Compressed on the first request, unless the build includes the compressed file. */
  encoded: Partial<Record<Encoding, Buffer>>
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
const compressible = /^(text|application)\/|svg/
const endings = { br: '.br', gzip: '.gz' } as const

interface StudioDeps {
  readonly assetsUrl: string
  readonly firstResponses: FirstResponses
}

/** Undefined if the folder has no built app. */
export async function studioEndpoint(
  folder: string | undefined,
  { assetsUrl, firstResponses }: StudioDeps,
): Promise<Endpoint | undefined> {
  const files = folder === undefined ? new Map<string, AppFile>() : await readFiles(folder)
  const page = files.get('/index.html')
  if (!page) return undefined
  const assetsOrigin = new URL(assetsUrl).origin
  const html = page.plain.toString('utf8')
  const linksFor = preloadLinks([...files.keys()])
  const handle = async (request: HttpRequest): Promise<HttpReply> => {
    const path = `/${request.params['*'] ?? ''}`
    const file = path === '/index.html' ? undefined : files.get(path)
    if (file) return fileReply(path, file, request)
    const acceptsHtml = weightsIn(request.headers.accept ?? '').has('text/html')
    const isPage = path === '/' || (acceptsHtml && !path.startsWith('/assets/'))
    if (!isPage) throw noSuchPath()
    const responses = acceptsHtml ? await firstResponses(path, request) : []
    const parts = { links: linksFor(responses), responses: responses.map(embedded).join('') }
    return pageReply(html, parts, assetsOrigin, request)
  }
  return { method: 'GET', path: '/*', callers: 'anyone', handle }
}

/** What replaces the placeholders. */
type PageParts = Record<keyof typeof pagePlaceholders, string>

/** Each response has a new nonce for inline styles. Inline scripts are not allowed. */
async function pageReply(
  html: string,
  { links, responses }: PageParts,
  assetsOrigin: string,
  { headers }: HttpRequest,
): Promise<HttpReply> {
  const nonce = randomBytes(16).toString('base64')
  // Functions, because texts may contain `$`. The responses are last: they may contain placeholders.
  const page = html
    .replaceAll(noncePlaceholder, nonce)
    .replace(pagePlaceholders.links, () => links)
    .replace(pagePlaceholders.responses, () => responses)
  const { body, encoding } = await compress(Buffer.from(page), headers['accept-encoding'])
  return {
    status: 200,
    headers: {
      ...guardHeaders,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(nonce, assetsOrigin),
      vary: 'Accept-Encoding, Cookie',
      ...(encoding && { 'content-encoding': encoding }),
    },
    body,
  }
}

/** A block of data, which browsers do not run. Without `<`, it can end the element in no way. */
function embedded({ url, body }: FirstResponse): string {
  const json = body.replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" data-url="${url}">${json}</script>`
}

/** Links to the scripts of the page, which the browser would otherwise find one after another. */
function preloadLinks(paths: string[]): (responses: FirstResponse[]) => string {
  const linkTo = (chunk: string): string => {
    const file = new RegExp(String.raw`^/assets/${chunk}-[\w-]{8}\.js$`)
    const path = paths.find((one) => file.test(one))
    return path === undefined ? '' : `<link rel="modulepreload" crossorigin href="${path}">`
  }
  const content = linkTo('content')
  const item = `${linkTo('item')}${linkTo('text-editor')}`
  return (responses) => {
    const isSignedIn = responses.some(({ body }) => body.startsWith('{"state":"ready"'))
    const hasItem = responses.length > 1
    return `${isSignedIn ? content : ''}${hasItem ? item : ''}`
  }
}

function policy(nonce: string, assetsOrigin: string): string {
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' ${assetsOrigin} data: blob:`,
    `media-src 'self' ${assetsOrigin} blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

async function fileReply(path: string, file: AppFile, request: HttpRequest): Promise<HttpReply> {
  // The build puts files with a digest in their name into this folder.
  const isImmutable = path.startsWith('/assets/')
  const headers = {
    ...guardHeaders,
    'content-type': file.type,
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
    etag: file.etag,
    vary: 'Accept-Encoding',
  }
  if (isNotModified(request.headers['if-none-match'], file.etag)) {
    return { status: 304, headers, body: null }
  }
  const encoding = compressible.test(file.type)
    ? encodingFor(file.plain.length, request.headers['accept-encoding'])
    : undefined
  if (!encoding) return { status: 200, headers, body: file.plain }
  const body = (file.encoded[encoding] ??= await encode(file.plain, encoding))
  return { status: 200, headers: { ...headers, 'content-encoding': encoding }, body }
}

async function readFiles(folder: string): Promise<Map<string, AppFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const files = new Map<string, AppFile>()
  for (const path of paths) {
    if (path.endsWith('.br') || path.endsWith('.gz')) continue
    const plain = await readFile(path)
    const file: AppFile = {
      type: types[extname(path)] ?? 'application/octet-stream',
      etag: etagOf(plain),
      plain,
      encoded: {},
    }
    for (const encoding of ['br', 'gzip'] as const) {
      const ready = path + endings[encoding]
      if (paths.includes(ready)) file.encoded[encoding] = await readFile(ready)
    }
    files.set(path.slice(folder.length).replaceAll(sep, '/'), file)
  }
  return files
}
