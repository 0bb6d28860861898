/** Signed image URLs, on a server that allows no others. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { imageUrl, signVariant } from '@octavo/client'
import { studioImages } from '@octavo/schema/images.ts'
import { sharp } from '../../packages/server/src/media/images.ts'
import { defaultVariantRules } from '../../packages/server/src/media/variants/rules.ts'
import { startApp, type TestApp } from '../../packages/server/src/testing/app-factory.ts'
import { onBothDatabases } from '../../packages/server/src/testing/stores.ts'
import { formOf, servedAt, upload } from '../../packages/server/src/testing/upload.ts'
import { writeRoot } from '../../packages/server/src/testing/write-root.ts'

const secret = 'this is the secret of one site only'

onBothDatabases('signed variants', (fresh) => {
  let app: TestApp
  let end: () => Promise<void>
  let url = ''

  before(async () => {
    const { store } = await fresh()
    const variantRules = { ...defaultVariantRules, mode: 'signed', secret } as const
    ;({ testApp: app, end } = await startApp(store, {
      variantRules: { ...variantRules, megapixelsPerMinute: 1 },
    }))
    await app.applyTestSchema(writeRoot)
    const create = { width: 1000, height: 1000, channels: 3 as const, background: 'teal' }
    const bytes = await sharp({ create }).png().toBuffer()
    const key = await app.createKey()
    url = servedAt(app, await upload(app, key, formOf(bytes, "it's 100% 港.png")))
  })
  after(() => end())

  const status = async (address: string): Promise<number> => {
    const response = await fetch(address)
    await response.arrayBuffer()
    return response.status
  }

  it('serves any number of signed variants, however the URL is encoded', async () => {
    for (const width of [10, 20, 30]) {
      const signed = await signVariant(imageUrl(url, { width, format: 'auto', dpr: 1.5 }), secret)
      assert.equal(await status(signed), 200)
      assert.equal(await signVariant(signed, secret), signed)
    }
    const signed = new URL(await signVariant(`${url}?width=40&height=50&fit=crop`, secret))
    const reversed = new URLSearchParams([...signed.searchParams].toReversed())
    assert.equal(await status(`${url}?${reversed.toString()}&utm_source=x`), 200)
    assert.equal(await status(signed.href.replace("it's", 'it%27s')), 200)
    // The public URL of the files may have a path.
    const elsewhere = url.replace(app.addresses.assets, 'https://cdn.example.com/spaces/files')
    const { search } = new URL(await signVariant(`${elsewhere}?width=60`, secret))
    assert.equal(await status(url + search), 200)
  })

  it('serves no other variants, except originals and those of Studio', async () => {
    assert.equal(await status(url), 200)
    for (const query of Object.values(studioImages)) {
      assert.equal(await status(`${url}?${query}`), 200)
    }
    const signed = await signVariant(`${url}?width=70`, secret)
    const { searchParams } = new URL(signed)
    const signature = searchParams.get('signature') ?? ''
    const rows = [
      `${url}?width=70`,
      `${url}?width=70&signature=`,
      `${url}?width=70&signature=${signature.slice(1)}`,
      `${url}?width=70&signature=${signature}x`,
      `${url}?width=71&signature=${signature}`,
      `${url}?width=70&format=webp&signature=${signature}`,
      `${signed}&signature=${signature}`,
      await signVariant(`${url}?width=70`, `${secret}!`),
      await signVariant(`${url.replace('/media/1/', '/media/2/')}?width=70`, secret).then((other) =>
        other.replace('/media/2/', '/media/1/'),
      ),
    ]
    for (const address of rows) assert.equal(await status(address), 403, address)
    assert.equal(await status(signed), 200)
  })
})
