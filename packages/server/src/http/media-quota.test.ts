/** The quota of media bytes per space, for uploads through the API and Studio. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { adminHeader, adminPath } from '@octavo/schema/admin-api.ts'
import { changeSettings } from '../content/settings.ts'
import { changeMediaState } from '../media/media-state.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { ownerOf, type StudioCaller } from '../testing/studio-caller.ts'
import { formOf, traces } from '../testing/upload.ts'
import { writeRoot } from '../testing/write-root.ts'

const quotas = { items: null, mediaBytes: 5_000, requests: null }

interface UploadTarget {
  method: 'POST' | 'PUT'
  url: string
  headers: Record<string, string>
}

testApps('the media quota', (freshApp) => {
  let app: TestApp
  let api: UploadTarget
  let studio: UploadTarget
  let owner: StudioCaller

  beforeEach(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    const key = await app.createKey()
    api = {
      method: 'POST',
      url: `${app.addresses.api}/v1/media`,
      headers: { 'X-SERVICE-API-KEY': key },
    }
    owner = await ownerOf(app)
    const { cookie } = owner
    studio = {
      method: 'POST',
      url: `${app.addresses.api}${adminPath}/roots/main/media`,
      headers: { cookie, [adminHeader.name]: adminHeader.value },
    }
    await changeSettings(app.deps, { rootId: 1, settings: { quotas }, actor: 'test' })
  })

  async function send({ method, url, headers }: UploadTarget, bytes: number): Promise<number> {
    const body = formOf(Buffer.alloc(bytes, 'x'))
    const response = await fetch(url, { method, headers, body })
    await response.text()
    return response.status
  }

  /** Sends a chunked body, without a Content-Length. */
  async function sendUnmeasured(
    { method, url, headers }: UploadTarget,
    bytes: number,
  ): Promise<number> {
    const head = 'Content-Disposition: form-data; name="file"; filename="a.txt"'
    const form = `--b\r\n${head}\r\n\r\n${'y'.repeat(bytes)}\r\n--b--\r\n`
    const response = await fetch(url, {
      method,
      headers: { ...headers, 'Content-Type': 'multipart/form-data; boundary=b' },
      body: new Blob([form]).stream(),
      duplex: 'half',
    })
    await response.text()
    return response.status
  }

  const storedBytes = () => app.deps.store.read(async (tx) => (await tx.usage.stored(1)).mediaBytes)

  const targets = [
    ['the API', () => api],
    ['Studio', () => studio],
  ] as const
  for (const [name, target] of targets) {
    describe(`in ${name}`, () => {
      it('limits files to the byte', async () => {
        assert.equal(await send(target(), 3_000), 200)
        assert.equal(await send(target(), 2_001), 402)
        assert.equal(await send(target(), 2_000), 200)
        assert.equal(await send(target(), 1), 402)
        assert.equal(await storedBytes(), 5_000)
      })

      it('limits files without a Content-Length', async () => {
        assert.equal(await sendUnmeasured(target(), 3_000), 200)
        assert.equal(await sendUnmeasured(target(), 2_001), 402)
        const { records, files, incoming } = await traces(app)
        assert.deepEqual([records, files.length, incoming], [1, 1, []])
        assert.equal(await sendUnmeasured(target(), 2_000), 200)
      })

      it('rejects a file that is far too large', async () => {
        assert.equal(await send(target(), 1_000_000), 402)
      })
    })
  }

  it('limits files that are restored from the trash', async () => {
    assert.equal(await send(api, 3_000), 200)
    const [media] = await app.deps.store.read((tx) => tx.media.after(1, 0, 1))
    const id = media?.id ?? 0
    const change = (action: string) =>
      owner.call('changeMediaState', { body: { action, ids: [id] } })
    for (const action of ['archive', 'restore', 'delete']) {
      assert.equal((await change(action)).status, 200)
    }
    assert.equal(await send(api, 2_001), 200)
    assert.equal((await change('restore')).status, 402)
    const by = { rootId: 1, actor: 'cli', ids: [id], action: 'restore' } as const
    await assert.rejects(changeMediaState(app.deps, by), { kind: 'paymentRequired' })
    assert.equal(await storedBytes(), 2_001)
    await changeSettings(app.deps, {
      rootId: 1,
      settings: { quotas: { ...quotas, mediaBytes: 5_001 } },
      actor: 'test',
    })
    assert.equal((await change('restore')).status, 200)
    assert.equal(await send(api, 1), 402)
  })

  it('is not exceeded by concurrent uploads', async () => {
    const bytes = Array.from({ length: 8 }, (_, n) => 2_000 + n)
    const statuses = await Promise.all(bytes.map((size) => send(api, size)))
    assert.equal(statuses.filter((status) => status === 200).length, 2)
    assert.equal(statuses.filter((status) => status === 402).length, 6)
    const { records, files, incoming } = await traces(app)
    assert.deepEqual([records, files.length, incoming], [2, 2, []])
    assert.ok((await storedBytes()) <= 5_000)
  })

  it('allows a repeated upload that has used it up', async () => {
    const named = async (name: string, bytes: number) => {
      const headers = { ...api.headers, 'Idempotency-Key': name }
      const body = formOf(Buffer.alloc(bytes, 'x'))
      const response = await fetch(api.url, { method: 'POST', headers, body })
      return { status: response.status, text: await response.text() }
    }
    const first = await named('a', 5_000)
    assert.equal(first.status, 200)
    assert.deepEqual(await named('a', 5_000), first)
    assert.equal((await named('b', 1)).status, 402)
    assert.equal((await named('a', 1)).status, 400)
    assert.equal(await storedBytes(), 5_000)
  })

  it('counts only the additional bytes of a replacement file', async () => {
    assert.equal(await send(studio, 4_000), 200)
    const [media] = await app.deps.store.read((tx) => tx.media.after(1, 0, 1))
    const replacement: UploadTarget = {
      ...studio,
      method: 'PUT',
      url: `${studio.url}/${media?.id}/file`,
    }
    assert.equal(await send(replacement, 5_001), 402)
    assert.equal(await sendUnmeasured(replacement, 5_001), 402)
    assert.equal(await send(replacement, 5_000), 200)
    assert.equal(await send(replacement, 3_000), 200)
    assert.equal(await sendUnmeasured(replacement, 4_000), 200)
    assert.equal(await storedBytes(), 4_000)
  })
})
