/** `media import` on another installation. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import type { Role } from '@octavo/schema/roles.ts'
import { createToken } from '../access/management-tokens.ts'
import type { MediaRecord } from '../store/records.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { cuttingProxy } from '../testing/cutting-proxy.ts'
import { octavoHere, type Outcome } from '../testing/run-here.ts'
import { writeRoot } from '../testing/write-root.ts'

testApps('media import with --url', (freshApp) => {
  let app: TestApp
  let folder: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-test-'))
    await mkdir(join(folder, 'inner'))
    await writeFile(join(folder, 'a-sea_view.txt'), 'sea')
    await writeFile(join(folder, 'broken.gif'), 'GIF89a rubbish')
    await writeFile(join(folder, 'inner', '空.txt'), 'sky')
    await writeFile(join(folder, 'z.txt'), 'z'.repeat(300_000))
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
  })
  after(() => rm(folder, { recursive: true }))

  async function run(
    flags: string,
    { url = app.addresses.api, role = 'editor', spaceIds = null as number[] | null } = {},
  ): Promise<Outcome> {
    const settings = { name: 'CI', role: role as Role, spaceIds, expiresAt: null, actor: 'cli' }
    const { token } = await createToken(app.deps, settings)
    const args = ['media', 'import', folder, ...flags.split(' ').filter(Boolean), '--url', url]
    return octavoHere(args, { environment: { OCTAVO_TOKEN: token } })
  }

  const media = (): Promise<MediaRecord[]> => app.deps.store.read((tx) => tx.media.after(1, 0, 100))

  it('continues after a lost connection, and adds no file twice', async () => {
    const proxy = await cuttingProxy(app.addresses.api)
    let uploads = 0
    proxy.cut = (method) => (method === 'POST' && ++uploads === 3 ? 'after' : undefined)
    const lost = await run('--alt-from-name', { url: proxy.url })
    assert.equal(lost.code, 1)
    assert.match(
      lost.stderr,
      /cannot reach .*\. Run the same command again: it skips the files that are already there\.$/m,
    )
    const again = await run('--alt-from-name', { url: proxy.url })
    assert.equal(again.code, 1)
    assert.equal(again.stdout, `1\ta-sea_view.txt\n2\t${join('inner', '空.txt')}\n3\tz.txt\n`)
    assert.match(again.stderr, /broken\.gif: starts like an image/)
    assert.match(again.stderr, /^Imported 1 file, 2 existed already\.$/m)
    assert.match(again.stderr, /rejected 1 file/)
    const stored = await media()
    assert.deepEqual(
      stored.map(({ filename, bytes, alts }) => [filename, bytes, ...alts]),
      [
        ['a-sea_view.txt', 3, [1, 'a sea view']],
        ['空.txt', 3, [1, '空']],
        ['z.txt', 300_000, [1, 'z']],
      ],
    )
  })

  it('respects role and spaces', async () => {
    const viewer = await run('', { role: 'viewer', spaceIds: [2] })
    assert.match(viewer.stderr, /space: you have no access to this space/)
    const reader = await run('--space tokyo', { role: 'viewer', spaceIds: [2] })
    assert.match(reader.stderr, /this requires the role writer/)
    const unknown = await run('--space kyoto')
    assert.match(unknown.stderr, /unknown space "kyoto"\. Spaces of this root space: _parent/)
    const tokyo = await run('--space tokyo', { spaceIds: [2] })
    assert.match(tokyo.stderr, /^Imported 3 files, 0 existed already\.$/m)
    assert.deepEqual(
      (await media()).map(({ spaceId }) => spaceId),
      [1, 1, 1, 2, 2, 2],
    )
  })

  it('ends at the quota', async () => {
    const quotas = { items: null, mediaBytes: 700_000, requests: null }
    await app.applyTestSchema({ ...writeRoot, version: 2 }, { quotas })
    const full = await run('--space osaka')
    assert.equal(full.code, 1)
    assert.match(full.stderr, /700000|700,000/)
  })
})
