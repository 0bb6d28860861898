/** Creates the content for the attacks, with the commands of an operator. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { adminHeader, adminPath, adminRoutes } from '@octavo/schema/admin-api.ts'
import {
  octavo,
  placeFlags,
  startServer,
  type RunningServer,
} from '../../packages/server/src/testing/octavo.ts'
import { printedBy } from '../../packages/server/src/testing/run-here.ts'
import { pngOf } from '../../packages/server/src/testing/png.ts'
import type { StoreAddress } from '../../packages/server/src/store/open-store.ts'
import type { Target } from './attack.ts'

export const account = { email: 'owner@example.com', password: 'correct horse' }

/** The list that is measured during attacks, and a list of 4 MB. */
export const pagePath = '/v1/contents?model=page&limit=10'
export const longPath = '/v1/contents?model=long&limit=100'

export interface World extends Omit<Target, 'port' | 'assetsPort'> {
  address: StoreAddress
  /** Keys without limits, for the measured requests. */
  probeKeys: { main: string; other: string }
}

const sentence =
  'The harbour light guides each ferry home before the morning rush of a new market. '

const text = (luid: string) => ({ luid, type: 'text' })
/** Alternatives, each of which examines the whole value. */
const shape = {
  anyOf: Array.from({ length: 20 }, (_, index) => ({
    items: { type: 'string', pattern: `^a*a*${index}$` },
    uniqueItems: true,
  })),
}
const pageModel = { luid: 'page', title: 'title', fields: [text('title')] }
const mainSchema = {
  languages: ['en'],
  models: [
    pageModel,
    { luid: 'long', title: 'title', fields: [text('title'), { luid: 'words', type: 'multiline' }] },
    {
      luid: 'link',
      title: 'title',
      fields: [
        text('title'),
        { luid: 'lead', type: 'multiline' },
        { luid: 'starts_at', type: 'datetime' },
        { luid: 'ends_at', type: 'datetime' },
        { luid: 'next', type: 'reference', models: ['link'] },
      ],
    },
    {
      luid: 'text',
      title: 'title',
      fields: [text('title'), ...['a', 'b', 'c'].map((luid) => ({ luid, type: 'flexible' }))],
    },
    {
      luid: 'named',
      title: 'title',
      fields: [text('title'), { luid: 'slug', type: 'slug', from: 'title' }],
    },
    {
      luid: 'shaped',
      title: 'title',
      fields: [text('title'), { luid: 'data', type: 'json', schema: shape }],
    },
  ],
}
const patternSchema = {
  languages: ['en'],
  models: [
    {
      luid: 'coded',
      title: 'code',
      fields: [{ luid: 'code', type: 'text', pattern: '^a*a*a*a*$' }],
    },
  ],
}

export async function createWorld(address: StoreAddress, items: number): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-bench-'))
  const flags = placeFlags(address)
  const run = (...args: string[]): Promise<string> => printedBy([...args, ...flags])
  const write = async (name: string, content: string): Promise<string> => {
    await writeFile(join(folder, name), content)
    return join(folder, name)
  }
  const key = (root: string, reads: string, ...rest: string[]): Promise<string> =>
    run('key', 'create', '--name', 'bench', '--reads', reads, '--root', root, ...rest)
  try {
    await run('schema', 'apply', await write('main.json', JSON.stringify(mainSchema)))
    await run('root', 'create', 'other')
    const other = await write('other.json', JSON.stringify({ ...mainSchema, models: [pageModel] }))
    await run('schema', 'apply', other, '--root', 'other')
    const pattern = await write('pattern.json', JSON.stringify(patternSchema))
    const applied = await octavo(['schema', 'apply', pattern, '--root', 'main', ...flags])
    if (applied.code !== 0) console.error(`pattern rejected: ${applied.stderr}`)
    await run('content', 'import', await write('main.ndjson', mainLines(items)), '--root', 'main')
    const otherLines = pageLines(2_000_000)
    await run('content', 'import', await write('other.ndjson', otherLines), '--root', 'other')
    await printedBy(['user', 'create', '--email', account.email, '--role', 'owner', ...flags], {
      input: `${account.password}\n`,
    })
    const unlimited = ['--read-limit', '0']
    const keys = {
      published: await key('main', 'published'),
      draft: await key('main', 'draft', '--write'),
    }
    const probeKeys = {
      main: await key('main', 'published', ...unlimited),
      other: await key('other', 'draft', ...unlimited),
    }
    const visited = await visit(flags, keys.draft)
    return { address, items, keys, probeKeys, hasPattern: applied.code === 0, ...visited }
  } finally {
    await rm(folder, { recursive: true })
  }
}

function pageLines(firstId: number): string {
  const lines = Array.from({ length: 10 }, (_, index) => ({
    model: 'page',
    id: firstId + index,
    published: true,
    fields: { title: `Page ${index}` },
  }))
  return ndjson(lines)
}

/** Each link refers to the previous one. */
function mainLines(items: number): string {
  const links = Array.from({ length: items }, (_, index) => ({
    model: 'link',
    id: index + 1,
    published: true,
    fields: {
      title: `Link ${index}`,
      lead: `${sentence.repeat(6)} ${index}`,
      starts_at: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
      ends_at: new Date(Date.UTC(2027, 0, 1) + index * 60_000).toISOString(),
      next: Math.max(1, index),
    },
  }))
  const long = Array.from({ length: 100 }, (_, index) => ({
    model: 'long',
    id: 1_100_000 + index,
    published: true,
    fields: { title: `Long ${index}`, words: sentence.repeat(500) },
  }))
  return ndjson([...links, ...long]) + pageLines(1_000_000)
}

const ndjson = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('')

/** Signs in and uploads the image, which needs a running server. */
async function visit(flags: string[], key: string): Promise<Pick<World, 'cookie' | 'picture'>> {
  const server = await startServer(flags)
  try {
    return { cookie: await signIn(server), picture: await uploadPicture(server, key) }
  } finally {
    await server.end('SIGKILL')
  }
}

async function signIn({ baseUrl }: RunningServer): Promise<string> {
  const response = await fetch(new URL(adminPath + adminRoutes.signIn.path, baseUrl), {
    method: 'POST',
    headers: { [adminHeader.name]: adminHeader.value },
    body: JSON.stringify(account),
  })
  if (response.status !== 200) throw new Error(`cannot sign in: ${await response.text()}`)
  return response.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
}

/** 100 megapixels in 100 KB. */
async function uploadPicture({ baseUrl }: RunningServer, key: string): Promise<string> {
  const side = 10_000
  const png = pngOf(side, side, deflateSync(Buffer.alloc(side * (side + 1))))
  const form = new FormData()
  form.append('file', new File([new Uint8Array(png)], 'large.png'))
  const headers = { 'X-SERVICE-API-KEY': key }
  const response = await fetch(`${baseUrl}/media`, { method: 'POST', headers, body: form })
  if (response.status !== 200) throw new Error(`cannot upload: ${await response.text()}`)
  return new URL(response.headers.get('location') ?? '').pathname
}
