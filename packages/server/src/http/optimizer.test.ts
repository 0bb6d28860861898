/** The image parameters of asset URLs. */
import assert from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { before, it } from 'node:test'
import { sharp } from '../media/images.ts'
import { changeMediaState } from '../media/media-state.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { scaled } from '../testing/runs.ts'
import { formOf, servedAt, upload } from '../testing/upload.ts'
import { writeRoot } from '../testing/write-root.ts'

testApps('the image optimizer', (freshApp, kind) => {
  let app: TestApp
  let key = ''
  let url = ''

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    key = await app.createKey()
    url = await uploadPhoto(600, 400)
  })

  async function uploadPhoto(width: number, height: number): Promise<string> {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
    const create = { width, height, channels: 3 as const, background: '#000', noise }
    const bytes = await sharp({ create }).jpeg().toBuffer()
    return servedAt(app, await upload(app, key, formOf(bytes, 'my photo.jpeg')))
  }

  async function get(query: string, headers: Record<string, string> = {}) {
    const response = await fetch(url + query, { headers })
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes }
  }

  const rows: [query: string, accept: string, type: string, width: number, height: number][] = [
    ['?width=300', '', 'image/jpeg', 300, 200],
    ['?width=300&format=webp', '', 'image/webp', 300, 200],
    ['?height=100&format=png', '', 'image/png', 150, 100],
    ['?width=100&height=100&fit=crop&format=webp', '', 'image/webp', 100, 100],
    ['?width=100&height=100&fit=cover', '', 'image/jpeg', 150, 100],
    ['?width=100&dpr=2', '', 'image/jpeg', 200, 133],
    ['?width=5000&format=webp', '', 'image/webp', 600, 400],
    ['?format=auto&width=60', 'image/avif,image/webp,*/*', 'image/avif', 60, 40],
    ['?format=auto&width=60', 'image/webp,*/*', 'image/webp', 60, 40],
    ['?format=auto&width=60', 'image/avif;q=0,image/webp;q=0.1', 'image/webp', 60, 40],
    ['?format=auto&width=60', '*/*', 'image/jpeg', 60, 40],
    ['?width=60&utm_source=x&v=2', '', 'image/jpeg', 60, 40],
  ]
  for (const [query, accept, type, width, height] of rows) {
    it(`returns ${type} of ${width} × ${height} for ${query} and "${accept}"`, async () => {
      // The second response comes from memory.
      for (const _ of [1, 2]) {
        const { status, headers, bytes } = await get(query, { accept })
        assert.deepEqual([status, headers.get('content-type')], [200, type])
        assert.equal(headers.get('content-length'), String(bytes.length))
        assert.equal(headers.get('vary'), query.includes('auto') ? 'Accept' : null)
        assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
        assert.equal(headers.get('access-control-allow-origin'), '*')
        assert.equal(headers.get('x-content-type-options'), 'nosniff')
        const found = await sharp(bytes).metadata()
        assert.deepEqual([found.width, found.height], [width, height])
      }
    })
  }

  it('negotiates the format for every spelling of the URL', async () => {
    const types: (string | null)[] = []
    for (const accept of ['image/avif', 'image/webp', '*/*']) {
      types.push((await get('?width=61&format=%61uto', { accept })).headers.get('content-type'))
    }
    assert.deepEqual(types, ['image/avif', 'image/webp', 'image/jpeg'])
  })

  it('uses the file extension of the format', async () => {
    const { headers } = await get('?format=webp&width=10')
    assert.equal(headers.get('content-disposition'), "inline; filename*=UTF-8''my%20photo.webp")
  })

  it('returns 304 and byte ranges, from disk and from memory', async () => {
    const query = '?width=77&format=webp'
    const { headers, bytes } = await get(query)
    const etag = headers.get('etag') ?? ''
    for (const _ of [1, 2]) {
      assert.equal((await get(query, { 'if-none-match': etag })).status, 304)
      const part = await get(query, { range: 'bytes=2-5' })
      assert.deepEqual([part.status, part.bytes], [206, bytes.subarray(2, 6)])
    }
    const other = await get('?width=78&format=webp')
    assert.notEqual(other.headers.get('etag'), etag)
  })

  it('returns the same file for equivalent parameters', async () => {
    const tags = new Set<string | null>()
    for (const query of [
      '?width=120',
      '?height=80',
      '?width=60&dpr=2',
      '?width=120&quality=80',
      '?width=120&height=400',
    ]) {
      tags.add((await get(query)).headers.get('etag'))
    }
    assert.equal(tags.size, 1)
  })

  it('returns 404 at once for an archived image', async () => {
    const address = await uploadPhoto(50, 40)
    const id = Number(/media\/(\d+)/.exec(address)?.[1])
    for (const query of ['', '?width=10', '?width=10']) {
      assert.equal((await fetch(address + query)).status, 200)
    }
    const change = { rootId: 1, actor: 'test', ids: [id] }
    await changeMediaState(app.deps, { ...change, action: 'archive' })
    for (const query of ['', '?width=10']) {
      assert.equal((await fetch(address + query)).status, 404)
    }
  })

  // One database is enough, because the store is not involved.
  if (kind === 'sqlite') {
    // More than the number of clients.
    const count = scaled(300)

    it(`A13: ${count} distinct sizes neither fill the disk nor block other requests`, async () => {
      const flooded = await uploadPhoto(250, 250)
      const other = await uploadPhoto(300, 300)
      const queries = Array.from(
        { length: count },
        (_, n) => `?width=${(n % 250) + 1}&quality=${Math.floor(n / 250) + 50}`,
      )
      const statuses = new Set<number>()
      const client = async (): Promise<void> => {
        for (let query = queries.pop(); query !== undefined; query = queries.pop()) {
          const response = await fetch(flooded + query)
          await response.arrayBuffer()
          statuses.add(response.status)
        }
      }
      const flood = Promise.all(Array.from({ length: 200 }, client))
      // Requested last, but served before the flood ends.
      const late = await fetch(`${other}?width=33`)
      assert.equal(late.status, 200)
      assert.ok(queries.length > 0, 'the flood ended too early')
      await flood
      // How many requests exceed the budget of the address depends on the duration of the flood.
      assert.ok(statuses.has(200) && statuses.isSubsetOf(new Set([200, 429])))
      const { folder, maxBytes } = app.deps.variantStorage
      assert.ok((await sizeOf(folder)) <= maxBytes)
    })
  }
})

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map((entry) => stat(join(entry.parentPath, entry.name))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}
