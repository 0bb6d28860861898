import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { UploadProgress } from '@octavo/client'
import { onServers, type Bench } from './bench.ts'

onServers('media with the client', (fresh) => {
  let bench: Bench

  before(async () => {
    bench = await fresh()
  })

  const bytes = new Uint8Array(300_000).fill(97)

  /** The stored bytes of a file. */
  async function stored(url: string): Promise<Uint8Array> {
    const { pathname } = new URL(url)
    const response = await fetch(bench.app.addresses.assets + pathname)
    assert.equal(response.status, 200)
    return new Uint8Array(await response.arrayBuffer())
  }

  it('uploads a file, a blob and a stream', async () => {
    const { client } = bench
    const sources = [
      { source: new File([bytes], 'a "b".txt'), options: {} },
      { source: new Blob([bytes]), options: { filename: '港.txt' } },
      { source: new Blob([bytes]).stream(), options: { filename: 'c.txt' } },
    ]
    for (const { source, options } of sources) {
      const { id, url } = await client.upload(source, options)
      assert.ok(id > 0)
      assert.deepEqual(await stored(url), bytes)
    }
    await assert.rejects(client.upload(new Blob([bytes])), TypeError)
  })

  it('reports upload progress', async () => {
    const { client } = bench
    const steps: UploadProgress[] = []
    const onProgress = (step: UploadProgress): void => void steps.push(step)
    const source = new File([bytes], 'big.txt')
    const { url } = await client.upload(source, { onProgress })
    assert.deepEqual(steps.at(-1), { sent: bytes.length, total: bytes.length })
    assert.ok(steps.length > 1)
    assert.deepEqual(await stored(url), bytes)
    await client.upload(source.stream(), { filename: 'big.txt', onProgress })
    assert.deepEqual(steps.at(-1), { sent: bytes.length, total: undefined })
  })

  it('creates one file when the response is lost', async () => {
    const { app, clientWith } = bench
    const made: unknown[] = []
    const unreliable = clientWith({
      async fetch(address, init) {
        const response = await fetch(address, init)
        made.push(await response.clone().json())
        if (made.length === 1) throw new TypeError('the connection broke')
        return response
      },
    })
    const latest = await app.deps.store.read((tx) => tx.changes.latest())
    const { id, url } = await unreliable.upload(new File([bytes], 'once.txt'))
    assert.deepEqual(made, [{ id }, { id }])
    assert.deepEqual(await stored(url), bytes)
    assert.equal((await app.deps.store.read((tx) => tx.changes.after(latest, 10))).length, 1)
  })

  it('returns media in fields until the file is deleted', async () => {
    const { client } = bench
    const { id: cover, url } = await client.upload(new File([bytes], 'cover.txt'), {
      alt: { en: 'Harbour & sea', ja: '港' },
      space: 'tokyo',
    })
    const { id } = await client.create({ model: 'article', fields: { title: 'x', cover } })
    assert.deepEqual((await client.get(id, { model: 'article' })).cover, {
      url,
      alt: 'Harbour & sea',
    })
    assert.deepEqual(await client.deleteMedia(cover, { space: 'tokyo' }), { id: cover })
    assert.equal((await client.get(id, { model: 'article' })).cover, null)
    await assert.rejects(client.deleteMedia(cover, { space: 'tokyo' }), { status: 404 })
  })

  it('rejects an upload with a reason, and aborts with the signal', async () => {
    const { client, app } = bench
    const reader = bench.clientWith({ key: await app.createKey({ writesMedia: false }) })
    await assert.rejects(reader.upload(new File([bytes], 'a.txt')), { status: 403 })
    const reason = new Error('enough')
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytes.slice(0, 10)),
    })
    const controller = new AbortController()
    const uploading = client.upload(endless, {
      filename: 'endless.txt',
      signal: controller.signal,
      onProgress: ({ sent }) => sent > 1000 && controller.abort(reason),
    })
    await assert.rejects(uploading, reason)
  })
})
