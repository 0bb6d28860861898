/** Runs reads of /v1 for the API explorer in Studio, without an API key. */
import type { ExplorerReply, ExplorerRequest } from '@octavo/schema/admin/settings.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import { Readable } from 'node:stream'
import type { AdminCall, RootAccess } from '../admin/api.ts'
import { releaseBuffer } from '../delivery/render.ts'
import type { Snapshots } from '../store/cache/snapshots.ts'
import type { Reading } from '../store/reading.ts'
import type { KeyRecord } from '../store/records.ts'
import type { ApiRequest, Reply, Route } from './api.ts'
import { detailHeader, errorReply, headerText } from './error-reply.ts'
import { readQuery } from './query-string.ts'
import { renderedBody } from './representation.ts'
import { createRouter, type Router } from './router.ts'

interface ExplorerDeps {
  readonly routes: readonly Route[]
  readonly snapshots: Snapshots
  readonly baseUrl: string
  log(line: string): void
}

type ExploringCall = Pick<AdminCall, 'root' | 'reader'>

export function createExplorer(
  deps: ExplorerDeps,
): (call: ExploringCall, request: ExplorerRequest) => Promise<ExplorerReply> {
  const match = createRouter(
    deps.routes.filter(({ access, isStream }) => access.startsWith('read') && isStream !== true),
  )
  return async (call, request) => {
    const start = performance.now()
    const response = await read(match, deps.snapshots, call, request).catch((error: unknown) => {
      const { status, headers, body } = errorReply(error, { accept: undefined, log: deps.log })
      const problems = error instanceof Refusal ? [...error.problems] : []
      return { status, headers: { ...headers }, body, problems }
    })
    const milliseconds = Math.round((performance.now() - start) * 100) / 100
    return { ...response, milliseconds, curl: curlOf(deps.baseUrl + request.path) }
  }
}

async function read(
  match: Router<Route>,
  snapshots: Snapshots,
  { root, reader }: ExploringCall,
  { view, path }: ExplorerRequest,
): Promise<Pick<ExplorerReply, 'status' | 'headers' | 'body' | 'problems'>> {
  const found = match('GET', path)
  if (!found) throw new Refusal('notFound', say('noPath'))
  const { route, params } = found
  const reply = await snapshots.read(
    (reading) => route.handle({ ...requestOf(root, view, path, params, reading), reader }),
    reader,
  )
  const bytes = await renderedBody(reply)
  const body = bytes.toString()
  releaseBuffer(bytes)
  return { status: 200, headers: headersOf(reply), body, problems: [] }
}

function requestOf(
  { schema, spaceIds }: RootAccess,
  reads: KeyRecord['reads'],
  path: string,
  params: ApiRequest['params'],
  reading: Reading,
): ApiRequest {
  const key: KeyRecord = {
    id: 0,
    rootId: schema.root.id,
    name: 'Studio',
    secretHash: '',
    hint: '',
    reads,
    spaceIds: spaceIds && [...spaceIds],
    writesContents: false,
    writesMedia: false,
    publishes: false,
    listsMedia: true,
    readLimit: 0,
    writeLimit: 0,
    expiresAt: null,
    disabledAt: null,
    createdAt: 0,
  }
  return {
    key,
    schema,
    reading,
    path,
    params,
    query: readQuery(path),
    headers: {},
    bytes: () => Promise.resolve(Buffer.alloc(0)),
    json: () => Promise.resolve(undefined),
    stream: () => Readable.from([]),
  }
}

function headersOf({ detail, headers }: Reply): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    ...headers,
    ...(detail !== undefined && { [detailHeader]: headerText(detail) }),
  }
}

/** In single quotes, a shell interprets no characters except the quote itself. */
function curlOf(url: string): string {
  return `curl -H 'X-SERVICE-API-KEY: KEY' '${url.replaceAll("'", String.raw`'\''`)}'`
}
