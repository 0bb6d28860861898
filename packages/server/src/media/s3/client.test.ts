import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestS3 } from '../../testing/s3-server.ts'
import { elementIn, s3Client, S3Error } from './client.ts'

const settings = {
  endpoint: 'https://s3.example.com',
  region: 'eu-west-1',
  bucket: 'pictures',
  accessKeyId: 'id',
  secretAccessKey: 'secret',
  prefix: '',
  usesPathStyle: false,
}

/** A client whose calls return these responses in turn; an error is thrown. */
function clientOf(responses: (Response | Error)[], given = settings) {
  const urls: string[] = []
  const client = s3Client(given, {
    now: () => 0,
    fetch: (url) => {
      urls.push(url instanceof Request ? url.url : url.toString())
      const response = responses.shift() ?? new Error('unexpected call')
      return response instanceof Error ? Promise.reject(response) : Promise.resolve(response)
    },
  })
  return { client, urls }
}

it('retries transient failures and nothing else', async () => {
  const busy = (): Response => new Response('<Code>SlowDown</Code>', { status: 503 })
  const passing = clientOf([new Error('connection reset'), busy(), new Response('yes')])
  assert.equal((await passing.client.call({ method: 'GET' })).text, 'yes')
  const lasting = clientOf([busy(), busy(), busy(), busy()])
  await assert.rejects(lasting.client.call({ method: 'GET' }), /503: SlowDown/)
  const denied = new Response(
    '<Error><Code>AccessDenied</Code><Message>No &amp; no</Message></Error>',
    { status: 403 },
  )
  const refused = clientOf([denied])
  await assert.rejects(refused.client.call({ method: 'GET' }), /403: AccessDenied, No & no/)
})

it('reports which endpoint is unreachable, and why', async () => {
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const failed = (): Error => new TypeError('fetch failed', { cause })
  const { client } = clientOf([failed(), failed(), failed(), failed()])
  await assert.rejects(client.call({ method: 'GET' }), {
    name: 'S3Unavailable',
    message: /^cannot connect to the S3 storage at https:\/\/s3\.example\.com \(ECONNREFUSED\)\./,
  })
})

it('addresses buckets by host or by path', async () => {
  const byHost = clientOf([new Response()])
  await byHost.client.call({ method: 'GET', object: "a b/c'd", query: { x: '1 2' } })
  assert.deepEqual(byHost.urls, ['https://pictures.s3.example.com/a%20b/c%27d?x=1%202'])
  const byPath = clientOf([new Response()], {
    ...settings,
    usesPathStyle: true,
    endpoint: 'http://h:9/s3',
  })
  await byPath.client.call({ method: 'GET', object: 'x' })
  assert.deepEqual(byPath.urls, ['http://h:9/s3/pictures/x'])
})

it('reads XML elements', () => {
  assert.equal(elementIn('<a><b>x&lt;&#65;&quot;</b></a>', 'b'), 'x<A"')
  assert.equal(elementIn('<a/>', 'b'), undefined)
})

it('reports a wrong secret', async () => {
  const s3 = await startTestS3()
  try {
    const client = s3Client({ ...s3.settings, secretAccessKey: 'wrong' }, { fetch, now: Date.now })
    await assert.rejects(client.call({ method: 'GET' }), (error) => {
      return (
        error instanceof S3Error &&
        error.status === 403 &&
        /SignatureDoesNotMatch/.test(error.message)
      )
    })
  } finally {
    await s3.stop()
  }
})
