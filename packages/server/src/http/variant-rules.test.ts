/** The allowed image variants, and the budget of image processing per address. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { after, it } from 'node:test'
import { studioImages } from '@octavo/schema/images.ts'
import { defaultVariantRules, type VariantRules } from '../media/variants/rules.ts'
import { sharp } from '../media/images.ts'
import { startApp, type TestApp } from '../testing/app-factory.ts'
import { animatedGif } from '../testing/animated-images.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { formOf, servedAt, upload } from '../testing/upload.ts'
import { writeRoot } from '../testing/write-root.ts'

onBothDatabases('variant rules', (fresh) => {
  const ending: (() => Promise<void>)[] = []
  after(async () => {
    for (const end of ending) await end()
  })

  async function start(rules: Partial<VariantRules>): Promise<{ app: TestApp; key: string }> {
    const { store } = await fresh()
    const variantRules = { ...defaultVariantRules, ...rules }
    const { testApp: app, end } = await startApp(store, { variantRules })
    ending.push(end)
    await app.applyTestSchema(writeRoot)
    return { app, key: await app.createKey() }
  }

  /** An image of one megapixel. */
  async function photo(app: TestApp, key: string): Promise<string> {
    const create = { width: 1000, height: 1000, channels: 3 as const, background: 'teal' }
    const bytes = await sharp({ create }).png().toBuffer()
    return servedAt(app, await upload(app, key, formOf(bytes, 'photo of sea.png')))
  }

  const get = async (url: string) => {
    const response = await fetch(url, { headers: { accept: 'application/problem+json' } })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text }
  }

  async function madeIn({ deps }: TestApp): Promise<number> {
    const { folder } = deps.variantStorage
    const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    return files.filter((file) => file.isFile()).length
  }

  it('limits the image processing of one address, but not existing variants', async () => {
    const { app, key } = await start({ megapixelsPerMinute: 10 })
    const url = await photo(app, key)
    const statuses = new Map<number, number>()
    for (let width = 1; width <= 30; width++) {
      const { status } = await get(`${url}?width=${width}`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    assert.deepEqual(
      [...statuses].toSorted(([a], [b]) => a - b),
      [
        [200, 9],
        [429, 21],
      ],
    )
    assert.equal(await madeIn(app), 9)
    const refused = await fetch(`${url}?width=31`)
    assert.equal(refused.headers.get('retry-after'), '1')
    assert.equal(refused.headers.get('cache-control'), 'no-store')
    const body = (await refused.json()) as Record<string, string>
    assert.deepEqual([body['status'], body['code']], ['429', 'Too Many Requests'])
    assert.match(body['message'] ?? '', /retry in 1 second$/)

    // Existing variants and those of Studio are served, and HEAD creates none.
    assert.equal((await get(`${url}?width=5`)).status, 200)
    assert.equal((await get(url)).status, 200)
    assert.equal((await fetch(`${url}?width=31`, { method: 'HEAD' })).status, 200)
    for (const query of Object.values(studioImages)) {
      assert.equal((await get(`${url}?${query}`)).status, 200, query)
    }
    app.clock.now += 60_000
    assert.equal((await get(`${url}?width=31`)).status, 200)
  })

  it('charges concurrent requests for one variant once', async () => {
    const { app, key } = await start({ megapixelsPerMinute: 3 })
    const url = await photo(app, key)
    const responses = await Promise.all(Array.from({ length: 20 }, () => get(`${url}?width=50`)))
    assert.ok(responses.every(({ status }) => status === 200))
    assert.equal((await get(`${url}?width=51`)).status, 200)
    assert.equal((await get(`${url}?width=52`)).status, 429)
  })

  it('counts every frame of an animated image', async () => {
    const { app, key } = await start({ megapixelsPerMinute: 10 })
    const sent = await upload(app, key, formOf(animatedGif(1000, 1000, 20), 'moving.gif'))
    const url = servedAt(app, sent)
    assert.equal((await get(`${url}?width=10`)).status, 200)
    const { status, headers } = await get(`${url}?width=11`)
    assert.equal(status, 429)
    assert.ok(Number(headers.get('retry-after')) > 60)
  })

  it('allows only presets in the presets mode', async () => {
    const presets = ['width=800&format=auto', 'width=200&height=200&fit=crop']
    const { app, key } = await start({ mode: 'presets', presets, megapixelsPerMinute: 1 })
    const url = await photo(app, key)
    const allowed = [
      'width=800&format=auto',
      'format=auto&width=800',
      'width=800&format=auto&fit=bounds&dpr=1&utm_source=x',
      'height=200&fit=crop&width=200',
      ...Object.values(studioImages),
    ]
    for (const query of allowed) assert.equal((await get(`${url}?${query}`)).status, 200, query)
    assert.equal((await get(url)).status, 200)
    for (const query of ['width=801&format=auto', 'width=700', 'width=800&format=auto&dpr=2']) {
      const { status, text } = await get(`${url}?${query}`)
      assert.equal(status, 400, query)
      assert.match(text, /allows only these image parameters: width=800&format=auto, width=200/)
      assert.equal((await fetch(`${url}?${query}`, { method: 'HEAD' })).status, 400)
    }
  })
})
