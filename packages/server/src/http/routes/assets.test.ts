import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import sharp from 'sharp'
import { addMedia } from '../../media/add-media.ts'
import { changeMediaState } from '../../media/media-state.ts'
import { testApps, type TestApp } from '../../testing/app-factory.ts'
import { writeRoot } from '../../testing/write-root.ts'

testApps('assets', (freshApp) => {
  let app: TestApp
  let image: Buffer
  let url = ''

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    image = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    await add('海 1.png', image)
    await add('a.svg', Buffer.from('<svg onload="alert(1)"/>'))
    await add('a.html', Buffer.from('<script>alert(1)</script>'))
    url = `${app.addresses.assets}/spaces/2/media/1/_/${encodeURIComponent('海 1.png')}`
  })

  function add(filename: string, bytes: Buffer): Promise<number> {
    const alts = new Map([[1, 'Sea']])
    return addMedia(app.deps, { rootId: 1, spaceId: 2, filename, bytes, alts, actor: 'test' })
  }

  it('detects type and size from the bytes', async () => {
    const [media] = await app.deps.store.read((tx) => tx.media.load([1]))
    assert.deepEqual(
      [media?.type, media?.width, media?.height, media?.bytes, media?.alts.get(1)],
      ['image/png', 30, 20, image.length, 'Sea'],
    )
    const broken = Buffer.concat([image.subarray(0, 12), Buffer.from('rubbish')])
    await assert.rejects(add('b.png', broken), /cannot be decoded/)
  })

  it('serves files to every site as immutable and sandboxed', async () => {
    const response = await fetch(url)
    assert.equal(response.status, 200)
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), image)
    const expected = {
      'content-type': 'image/png',
      'content-length': String(image.length),
      'content-disposition': "inline; filename*=UTF-8''%E6%B5%B7%201.png",
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'access-control-allow-origin': '*',
      'accept-ranges': 'bytes',
    }
    for (const [name, value] of Object.entries(expected))
      assert.equal(response.headers.get(name), value)
    const head = await fetch(url, { method: 'HEAD' })
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(image.length)])
    const etag = response.headers.get('etag') ?? ''
    const conditional = await fetch(url, { headers: { 'If-None-Match': etag } })
    assert.deepEqual([conditional.status, await conditional.text()], [304, ''])
  })

  it('supports byte ranges', async () => {
    const part = async (range: string, headers = {}) => {
      const response = await fetch(url, { headers: { Range: range, ...headers } })
      const bytes = Buffer.from(await response.arrayBuffer())
      return [response.status, response.headers.get('content-range'), bytes] as const
    }
    const size = image.length
    assert.deepEqual(await part('bytes=0-3'), [206, `bytes 0-3/${size}`, image.subarray(0, 4)])
    assert.deepEqual(await part('bytes=-4'), [
      206,
      `bytes ${size - 4}-${size - 1}/${size}`,
      image.subarray(-4),
    ])
    assert.deepEqual(await part('bytes=2-'), [
      206,
      `bytes 2-${size - 1}/${size}`,
      image.subarray(2),
    ])
    for (const whole of ['bytes=0-1,4-5', 'bytes=999999-', 'bytes=5-2', 'items=0-1', 'bytes=-']) {
      assert.deepEqual(await part(whole), [200, null, image], whole)
    }
    assert.deepEqual(await part('bytes=0-3', { 'If-Range': '"old"' }), [200, null, image])
  })

  it('sends files that could run scripts as attachments', async () => {
    for (const [id, name] of [
      [2, 'a.svg'],
      [3, 'a.html'],
    ]) {
      const response = await fetch(`${app.addresses.assets}/spaces/2/media/${id}/_/${name}`)
      assert.equal(response.status, 200)
      assert.match(response.headers.get('content-disposition') ?? '', /^attachment;/)
      assert.notEqual(response.headers.get('content-type'), 'text/html')
    }
  })

  it('returns 404 for another name, space or id', async () => {
    for (const path of [
      '/spaces/2/media/1/_/other.png',
      '/spaces/1/media/1/_/%E6%B5%B7%201.png',
      '/spaces/2/media/9/_/%E6%B5%B7%201.png',
      '/spaces/2/media/01/_/%E6%B5%B7%201.png',
      '/spaces/2/media/x/_/%E6%B5%B7%201.png',
      '/spaces/2/media/1/_/..%2f..%2fetc%2fpasswd',
      '/spaces/2/media/1/_/',
      '/',
      '/v1/contents',
    ]) {
      const response = await fetch(app.addresses.assets + path)
      assert.deepEqual(
        [response.status, await response.json()],
        [404, { status: '404', code: 'Not Found' }],
        path,
      )
    }
  })

  it('returns 404 after a file is archived or deleted', async () => {
    const id = await add('gone.png', image)
    const path = `${app.addresses.assets}/spaces/2/media/${id}/_/gone.png`
    assert.equal((await fetch(path)).status, 200)
    for (const action of ['archive', 'delete'] as const) {
      const request = { rootId: 1, actor: 'test', ids: [id] }
      await changeMediaState(app.deps, { ...request, action })
      assert.equal((await fetch(path)).status, 404, action)
      await changeMediaState(app.deps, { ...request, action: 'restore' })
      assert.equal((await fetch(path)).status, 200, action)
    }
  })

  it('returns 500 if the file is missing', async () => {
    const id = await add('lost.pdf', Buffer.from('%PDF- lost'))
    const [media] = await app.deps.store.read((tx) => tx.media.load([id]))
    assert.ok(media)
    await app.deps.store.write((tx) => tx.media.update({ ...media, sha256: 'f'.repeat(64) }))
    const response = await fetch(`${app.addresses.assets}/spaces/2/media/${id}/_/lost.pdf`)
    const expected = { status: '500', code: 'Internal Server Error' }
    assert.deepEqual([response.status, await response.json()], [500, expected])
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.match(app.logged.at(-1) ?? '', /media file .* does not exist/)
  })
})
