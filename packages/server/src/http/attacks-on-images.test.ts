/** Attack A13: decompression bombs, and excessive image transforms. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import { sharp } from '../media/images.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { animatedGif, animatedWebp } from '../testing/animated-images.ts'
import { pngOf } from '../testing/png.ts'
import { mediaBench, statusOf } from '../testing/media-bench.ts'
import { formOf, servedAt, traces, upload } from '../testing/upload.ts'

testApps('attacks with images', (freshApp) => {
  let app: TestApp
  let key = ''
  let photo: Buffer
  let url = ''
  let assertWell: () => Promise<void>

  before(async () => {
    ;({ app, key, photo, url, assertWell } = await mediaBench(await freshApp()))
  })

  describe('A13: decompression bombs', () => {
    const bombs: [what: string, make: () => Promise<Buffer> | Buffer][] = [
      [
        'a PNG of 14,000 × 14,000 pixels',
        () => pngOf(14_000, 14_000, deflateSync(Buffer.alloc(14_001 * 1000))),
      ],
      [
        'a PNG that claims four billion pixels',
        () => pngOf(65_535, 65_535, deflateSync(Buffer.alloc(10))),
      ],
      ['a WebP with many frames', () => animatedWebp(2000, 2000, 26)],
      ['a GIF with many frames', () => animatedGif(2000, 2000, 26)],
    ]
    for (const [what, make] of bombs) {
      it(`rejects ${what}`, async () => {
        const earlier = await traces(app)
        const response = await upload(app, key, formOf(await make(), 'bomb'))
        assert.equal(response.status, 400)
        assert.match(response.headers.get('x-service-detail') ?? '', /pixels/)
        assert.deepEqual(await traces(app), earlier)
        await assertWell()
      })
    }

    it('transforms images with the maximum number of frames', async () => {
      for (const make of [animatedGif, animatedWebp]) {
        const response = await upload(app, key, formOf(await make(1000, 1000, 20), 'moving'))
        assert.equal(response.status, 200)
        const made = await fetch(`${servedAt(app, response)}?width=20&format=webp`)
        const { width, height } = await sharp(await made.bytes()).metadata()
        assert.deepEqual([width, height], [20, 20])
      }
    })

    it('never renders an SVG, whatever size it claims', async () => {
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" width="1000000000" height="1000000000" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>'
      const response = await upload(app, key, formOf(Buffer.from(svg), 'big.svg'))
      for (const query of ['?width=8000&format=png', '?format=auto', '?width=abc']) {
        const served = await fetch(servedAt(app, response) + query)
        assert.deepEqual([served.status, await served.text()], [200, svg])
        assert.equal(served.headers.get('content-type'), 'image/svg+xml')
      }
    })

    it('reports each parameter that is out of range', async () => {
      const headers = { accept: 'application/problem+json' }
      const response = await fetch(
        `${url}?width=1000000000&height=-1&quality=900&dpr=99&format=exe&fit=x`,
        { headers },
      )
      const { problems } = (await response.json()) as { problems: { path: string }[] }
      assert.deepEqual([response.status, problems.length], [400, 6])
      assert.equal(await statusOf(`${url}?width=8193`), 400)
    })

    it('rejects damaged images without affecting others', async () => {
      const damaged = Buffer.concat([photo.subarray(0, 700), randomBytes(5000)])
      const chunked = Buffer.from(photo)
      chunked.fill(0xff, 200, 400)
      for (const bytes of [damaged, chunked, photo.subarray(0, 300)]) {
        const response = await upload(app, key, formOf(bytes, 'broken.jpg'))
        if (response.status === 400) continue
        for (const query of ['?width=100', '?format=avif', '?width=5&height=5&fit=crop']) {
          const found = await statusOf(servedAt(app, response) + query)
          assert.ok(found === 200 || found === 400, String(found))
        }
        assert.equal(await statusOf(servedAt(app, response)), 200)
      }
      await assertWell()
    })

    it('does not create variants for HEAD requests', async () => {
      const heads = await Promise.all(
        Array.from({ length: 300 }, (_, n) =>
          fetch(`${url}?width=${n + 1}&format=avif`, { method: 'HEAD' }),
        ),
      )
      for (const { status: found, headers } of heads) {
        assert.deepEqual([found, headers.get('content-type')], [200, 'image/avif'])
        assert.equal(headers.get('content-length'), null)
      }
      const made = await fetch(`${url}?width=33&format=webp`)
      const length = String((await made.arrayBuffer()).byteLength)
      const head = await fetch(`${url}?width=33&format=webp`, { method: 'HEAD' })
      assert.deepEqual(
        [head.headers.get('content-length'), head.headers.get('etag')],
        [length, made.headers.get('etag')],
      )
    })
  })
})
