/** The requests to the purge APIs of CDNs, as their documentation specifies them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { openExternalCache } from './external-cache.ts'
import type { ExternalCacheSettings } from './external-cache.ts'

interface Sent {
  method: string | undefined
  url: string | undefined
  headers: NodeJS.Dict<string | string[]>
  body: string
}

describe('external caches', () => {
  const sent: Sent[] = []
  let status = 200
  let url = ''
  const server = createServer((request, response) => void note(request, response))

  async function note(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url: path, headers } = request
    sent.push({ method, url: path, headers, body: await text(request) })
    response.writeHead(status).end('{}')
  }

  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  })
  after(() => server.close())

  async function purged(settings: Partial<ExternalCacheSettings>, tags: string[]): Promise<Sent[]> {
    sent.length = 0
    const usual: ExternalCacheSettings = { kind: 'varnish', urls: [url], service: '', token: '' }
    await openExternalCache({ ...usual, ...settings }).purge(tags)
    return sent
  }

  const many = Array.from({ length: 600 }, (_, index) => `e22.${100_000 + index}`)

  it('Varnish: sends PURGE with the tags in a header within the size limit', async () => {
    const requests = await purged({ token: 'secret' }, many)
    assert.ok(requests.every(({ method }) => method === 'PURGE'))
    const tags = requests.map(({ headers }) => String(headers['xkey-purge']))
    assert.ok(tags.every((line) => line.length <= 4_500))
    assert.deepEqual(tags.join(' ').split(' '), many)
    assert.equal(requests[0]?.headers['xkey-token'], 'secret')
  })

  it('Fastly: sends POST with at most 256 tags in Surrogate-Key', async () => {
    const requests = await purged({ kind: 'fastly', service: 'SVC', token: 'T' }, many)
    assert.deepEqual(
      new Set(requests.map(({ method, url: path }) => `${method} ${path}`)),
      new Set(['POST /service/SVC/purge']),
    )
    const tags = requests.map(({ headers }) => String(headers['surrogate-key']).split(' '))
    assert.ok(tags.every(({ length }) => length <= 256))
    assert.deepEqual(tags.flat(), many)
    assert.equal(requests[0]?.headers['fastly-key'], 'T')
  })

  it('Cloudflare: sends POST with at most 30 tags in the body', async () => {
    const requests = await purged({ kind: 'cloudflare', service: 'ZONE', token: 'T' }, many)
    assert.deepEqual(
      new Set(requests.map(({ method, url: path }) => `${method} ${path}`)),
      new Set(['POST /zones/ZONE/purge_cache']),
    )
    const tags = requests.map(({ body }) => (JSON.parse(body) as { tags: string[] }).tags)
    assert.ok(tags.every(({ length }) => length <= 30))
    assert.deepEqual(tags.flat(), many)
    assert.equal(requests[0]?.headers.authorization, 'Bearer T')
  })

  it('treat every status other than success as a failure', async () => {
    status = 503
    for (const kind of ['varnish', 'fastly', 'cloudflare'] as const) {
      await assert.rejects(purged({ kind }, ['k1']), /503/)
    }
  })
})
