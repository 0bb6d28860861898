/** Rejected writes return an error and store nothing. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { createKey } from '../access/keys.ts'
import { draftWriter, testApps, type TestApp } from '../testing/app-factory.ts'
import { observeAll } from '../testing/observe.ts'
import { fields, post } from '../testing/refused-bodies.ts'
import { refusedRequests } from '../testing/refused-requests.ts'
import { writeRoot } from '../testing/write-root.ts'

const codes: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  412: 'Precondition Failed',
}

testApps('rejected writes', (freshApp) => {
  let app: TestApp
  const keys: Record<string, string> = {}

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    keys['all'] = await app.createKey()
    keys['published'] = await app.createKey({ reads: 'published' })
    keys['reader'] = await app.createKey({ writesContents: false })
    keys['tokyo'] = await app.createKey({ spaceIds: [2] })
    keys['expired'] = await app.createKey({ expiresAt: app.clock.now })
    keys['soon expired'] = await app.createKey({ expiresAt: app.clock.now + 1 })
    keys['disabled'] = await disabledKey(app)
    keys['wrong secret'] = `${keys['all']?.slice(0, -1)}${keys['all']?.endsWith('a') ? 'b' : 'a'}`
    keys['unknown id'] = `octavo_999_${'a'.repeat(40)}`
    keys['malformed'] = 'octavo_1'
    // Items 1 (author) and 2 (article in tokyo, published), media 1.
    await write('POST', '/contents?model=author', { fields: { name: 'Ann' } })
    await write('POST', '/contents?model=article&space=tokyo&published=true', {
      fields: { title: 'Bay', slug: 'bay' },
    })
    await app.addMediaRecord(1)
  })

  async function write(method: string, path: string, body?: unknown): Promise<number> {
    const response = await app.call(method, path, { key: keys['all'] ?? '', body })
    assert.equal(response.status, 200, response.headers.get('x-service-detail') ?? '')
    const { id } = response.json as { id: number }
    assert.equal(response.text, `{"id":${id}}`)
    return id
  }

  for (const { what, request, key = 'all', headers = {}, status, paths } of refusedRequests) {
    it(`returns ${status} for ${what} and stores nothing`, async () => {
      const [method, path, body] = request
      const stored = await observeAll(app.deps.store)
      const sent = { body, ...(key !== 'none' && { key: keys[key] ?? '' }) }
      const response = await app.call(method, path, { ...sent, headers })
      const expected = { status: String(status), code: codes[status] }
      assert.deepEqual([response.status, response.json], [status, expected])
      assert.match(response.headers.get('x-service-detail') ?? '', /^[ -~]+$/)
      const accept = { ...headers, Accept: 'application/problem+json' }
      const problem = await app.call(method, path, { ...sent, headers: accept })
      assert.equal(problem.status, status)
      if (paths) assert.deepEqual(pathsIn(problem.json), paths)
      assert.equal(await observeAll(app.deps.store), stored)
      assert.deepEqual(app.logged, [])
    })
  }

  it('returns the same 401 for every invalid key, with a detail only for those that exist', async () => {
    const details = new Map<string, string | null>()
    const responses = new Set<string>()
    for (const key of ['malformed', 'unknown id', 'wrong secret', 'expired', 'disabled']) {
      const { status, text, headers } = await app.call('POST', post, { key: keys[key] ?? '' })
      responses.add(JSON.stringify([status, text]))
      details.set(key, headers.get('x-service-detail'))
    }
    assert.equal(responses.size, 1)
    const unknown = details.get('malformed')
    assert.equal(details.get('unknown id'), unknown)
    assert.equal(details.get('wrong secret'), unknown)
    assert.match(details.get('expired') ?? '', /expired/)
    assert.match(details.get('disabled') ?? '', /disabled/)
    const missing = await app.call('POST', post)
    assert.equal(missing.status, 401)
    const valid = await app.call('POST', post, {
      key: keys['soon expired'] ?? '',
      body: { fields },
    })
    assert.equal(valid.status, 200)
  })

  it('rejects a revoked key at once', async () => {
    const { id, key } = await createKey(app.deps, { ...draftWriter, name: 'revoked' })
    assert.equal((await app.call('POST', post, { key, body: { fields } })).status, 200)
    await app.deps.store.write((tx) => tx.keys.remove(id))
    assert.equal((await app.call('POST', post, { key, body: { fields } })).status, 401)
  })
})

async function disabledKey(app: TestApp): Promise<string> {
  const { id, key } = await createKey(app.deps, { ...draftWriter, name: 'disabled' })
  await app.deps.store.write(async (tx) => {
    const record = await tx.keys.load(id)
    if (record) await tx.keys.update({ ...record, disabledAt: 1 })
  })
  return key
}

function pathsIn(json: unknown): string[] {
  return (json as { problems: { path: string }[] }).problems.map(({ path }) => path)
}
