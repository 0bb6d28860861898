import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import sharp from 'sharp'
import { addMedia } from '../../media/add-media.ts'
import { changeMediaState } from '../../media/media-state.ts'
import { testApps, type TestApp } from '../../testing/app-factory.ts'
import { writeRoot } from '../../testing/write-root.ts'

testApps('assets', (freshApp) => {
  let app: TestApp
  let picture: Buffer
  let url = ''

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    await add('海 1.png', picture)
    await add('a.svg', Buffer.from('<svg onload="alert(1)"/>'))
    await add('a.html', Buffer.from('<script>alert(1)</script>'))
    url = `${app.addresses.assets}/spaces/2/media/1/_/${encodeURIComponent('海 1.png')}`
  })

  function add(filename: string, bytes: Buffer): Promise<number> {
    const alts = new Map([[1, 'Sea']])
    return addMedia(app.deps, { rootId: 1, spaceId: 2, filename, bytes, alts, actor: 'test' })
  }

  it('know type and size from the bytes', async () => {
    const [media] = await app.deps.store.read((tx) => tx.media.load([1]))
    assert.deepEqual(
      [media?.type, media?.width, media?.height, media?.bytes, media?.alts.get(1)],
      ['image/png', 30, 20, picture.length, 'Sea'],
    )
    const broken = Buffer.concat([picture.subarray(0, 12), Buffer.from('rubbish')])
    await assert.rejects(add('b.png', broken), /cannot be decoded/)
  })

  it('are served for good to every site, with all that keeps them harmless', async () => {
    const answer = await fetch(url)
    assert.equal(answer.status, 200)
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), picture)
    const expected = {
      'content-type': 'image/png',
      'content-length': String(picture.length),
      'content-disposition': "inline; filename*=UTF-8''%E6%B5%B7%201.png",
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'access-control-allow-origin': '*',
      'accept-ranges': 'bytes',
    }
    for (const [name, value] of Object.entries(expected))
      assert.equal(answer.headers.get(name), value)
    const head = await fetch(url, { method: 'HEAD' })
    assert.deepEqual(
      [head.status, head.headers.get('content-length')],
      [200, String(picture.length)],
    )
    const etag = answer.headers.get('etag') ?? ''
    const known = await fetch(url, { headers: { 'If-None-Match': etag } })
    assert.deepEqual([known.status, await known.text()], [304, ''])
  })

  it('come in parts', async () => {
    const part = async (range: string, headers = {}) => {
      const answer = await fetch(url, { headers: { Range: range, ...headers } })
      const bytes = Buffer.from(await answer.arrayBuffer())
      return [answer.status, answer.headers.get('content-range'), bytes] as const
    }
    const size = picture.length
    assert.deepEqual(await part('bytes=0-3'), [206, `bytes 0-3/${size}`, picture.subarray(0, 4)])
    assert.deepEqual(await part('bytes=-4'), [
      206,
      `bytes ${size - 4}-${size - 1}/${size}`,
      picture.subarray(-4),
    ])
    assert.deepEqual(await part('bytes=2-'), [
      206,
      `bytes 2-${size - 1}/${size}`,
      picture.subarray(2),
    ])
    for (const whole of ['bytes=0-1,4-5', 'bytes=999999-', 'bytes=5-2', 'items=0-1', 'bytes=-']) {
      assert.deepEqual(await part(whole), [200, null, picture], whole)
    }
    assert.deepEqual(await part('bytes=0-3', { 'If-Range': '"old"' }), [200, null, picture])
  })

  it('that could run something are handed over as files', async () => {
    for (const [id, name] of [
      [2, 'a.svg'],
      [3, 'a.html'],
    ]) {
      const answer = await fetch(`${app.addresses.assets}/spaces/2/media/${id}/_/${name}`)
      assert.equal(answer.status, 200)
      assert.match(answer.headers.get('content-disposition') ?? '', /^attachment;/)
      assert.notEqual(answer.headers.get('content-type'), 'text/html')
    }
  })

  it('are 404 under any other name, place or id', async () => {
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
      const answer = await fetch(app.addresses.assets + path)
      assert.deepEqual(
        [answer.status, await answer.json()],
        [404, { status: '404', code: 'Not Found' }],
        path,
      )
    }
  })

  it('are 404 once archived or deleted', async () => {
    const id = await add('gone.png', picture)
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

  it('whose file is lost are a 500 like any other', async () => {
    const id = await add('lost.pdf', Buffer.from('%PDF- lost'))
    const [media] = await app.deps.store.read((tx) => tx.media.load([id]))
    assert.ok(media)
    await app.deps.store.write((tx) => tx.media.update({ ...media, sha256: 'f'.repeat(64) }))
    const answer = await fetch(`${app.addresses.assets}/spaces/2/media/${id}/_/lost.pdf`)
    const expected = { status: '500', code: 'Internal Server Error' }
    assert.deepEqual([answer.status, await answer.json()], [500, expected])
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.match(app.logged.at(-1) ?? '', /there is no media file/)
  })
})
