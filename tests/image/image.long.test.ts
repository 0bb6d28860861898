/** The image of deploy/Dockerfile, on a base image of the name that it uses. */
import assert from 'node:assert/strict'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { freePort } from '../../packages/server/src/cli/free-port.ts'
import { imageContext } from '../../scripts/pack/image-context.ts'
import { releaseVersion } from '../../scripts/pack/repository.ts'
import { usePackages } from '../packages/packages.ts'
import { imagesIn, isWithoutImages } from './buildah.ts'
import { runIn, startContainer, type Container } from './container.ts'

const dockerfile = join(import.meta.dirname, '../../deploy/Dockerfile')
const skip = isWithoutImages()
const largestCompressed = 130_000_000
const uid = 10_001

describe('the image', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-image-'))
  const images = imagesIn(folder)
  let container: Container

  before(async () => {
    const [, base = ''] = /^FROM (\S+)/m.exec(readFileSync(dockerfile, 'utf8')) ?? []
    images.createBase(`docker.io/library/${base}`)
    const context = join(folder, 'context')
    imageContext(context, process.arch, usePackages().tarballs)
    writeFileSync(join(context, '.env'), 'OCTAVO_VARIANT_SECRET=x\n')
    images.build('octavo', dockerfile, context)
    const data = join(folder, 'data')
    mkdirSync(data, { mode: 0o700 })
    chownSync(data, uid, uid)
    container = {
      root: images.mount('octavo'),
      config: images.config('octavo'),
      data,
      environment: {
        OCTAVO_HOST: '127.0.0.1',
        OCTAVO_PORT: String(await freePort()),
        OCTAVO_ASSETS_PORT: String(await freePort()),
      },
    }
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it(`has at most ${largestCompressed / 1e6} MB compressed`, (context) => {
    const bytes = images.compressedBytes('octavo')
    context.diagnostic(`${(bytes / 1e6).toFixed(1)} MB compressed`)
    assert.ok(bytes > 50_000_000 && bytes <= largestCompressed, String(bytes))
  })

  it('contains the published package, and no secrets of its build context', async () => {
    assert.equal(await runIn(container, ['octavo', '--version']), `${releaseVersion()}\n`)
    assert.ok(existsSync(join(container.root, 'octavo/node_modules/octavo/dist/main.js')))
    assert.ok(!existsSync(join(container.root, 'octavo/.env')))
  })

  it('runs as a user without privileges, and declares its volume', () => {
    assert.equal(container.config.User, `${uid}:${uid}`)
    assert.deepEqual(Object.keys(container.config.Volumes), ['/data'])
    assert.deepEqual(container.config.Cmd, ['start'])
  })

  it('cannot write outside /data and /tmp', async () => {
    for (const path of ['/octavo/x', '/etc/x', '/x']) {
      await assert.rejects(runIn(container, ['touch', path]), /Read-only file system/)
    }
    await runIn(container, ['touch', '/tmp/x', '/data/x'])
    await runIn(container, ['rm', '/data/x'])
  })

  it('serves the API, assets and Studio with a read-only root, and stops in order', async () => {
    const unhealthy = runIn(container, container.config.Healthcheck.Test.slice(1))
    await assert.rejects(unhealthy, { code: 1 })
    const running = await startContainer(container, ['start', '--demo'], 'curl ')
    try {
      const status = readFileSync(`/proc/${running.child.pid}/status`, 'utf8')
      assert.match(status, new RegExp(`^Uid:\\s${uid}\\s${uid}\\s${uid}\\s${uid}$`, 'm'))
      await runIn(container, container.config.Healthcheck.Test.slice(1))

      const [, key = '', url = ''] = /X-SERVICE-API-KEY: (\S+)' '(\S+)'/.exec(running.printed) ?? []
      const response = await fetch(url, { headers: { 'X-SERVICE-API-KEY': key } })
      const { data } = (await response.json()) as { data: { _model: string }[] }
      assert.deepEqual(
        data.map(({ _model: model }) => model),
        ['article', 'article'],
      )
      assert.equal((await fetch(new URL('/health', url))).status, 200)
      const studio = await fetch(new URL('/', url), { headers: { accept: 'text/html' } })
      assert.match(await studio.text(), /<script[^>]* src=/)
      assert.equal(await runIn(container, ['octavo', 'doctor']), '')
    } finally {
      assert.equal(await running.stop(), 0)
    }
    assert.equal(statSync(join(container.data, 'octavo.db')).uid, uid)
  })
})
