import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createSnapshots } from '../store/cache/snapshots.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import type { ContentContext } from '../content/context.ts'
import { cachedSchemas } from '../store/cache/schemas.ts'
import { sampleRoot } from '../testing/sample-root.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { createKey, disableKey, enableKey, findKey, listKeys, parseKey, revokeKey } from './keys.ts'

const settings = {
  rootId: 1,
  name: 'Site',
  reads: 'published',
  spaceIds: [1],
  writesContents: true,
  writesMedia: false,
  publishes: true,
  listsMedia: false,
  readLimit: 0,
  writeLimit: null,
  expiresAt: 2000,
  actor: 'cli',
} as const

it('parses keys strictly', () => {
  const secret = 'a'.repeat(40)
  assert.deepEqual(parseKey(`octavo_12_${secret}`), { id: 12, secret })
  for (const text of [
    '',
    'octavo',
    'octavo_1_short',
    `octavo_0_${secret}`,
    `octavo_01_${secret}`,
    ` octavo_1_${secret}`,
    `octavo_1_${secret}!`,
    `octavo_1_${secret}\n`,
    `octavo_9007199254740993_${secret}`,
    `octavo_1_${'a'.repeat(200)}`,
  ]) {
    assert.equal(parseKey(text), undefined, text)
  }
})

onBothDatabases('keys', (fresh) => {
  async function context(): Promise<ContentContext> {
    const { store } = await fresh()
    await store.write((tx) => tx.roots.insert(sampleRoot))
    return { store, schemas: cachedSchemas(), now: () => 1000 }
  }

  it('are shown once, stored as hashes, and accepted until they expire', async () => {
    const content = await context()
    const { id, key } = await createKey(content, { ...settings, spaceIds: [1] })
    assert.match(key, new RegExp(`^octavo_${id}_[0-9A-Za-z]{40}$`))
    const [listed] = await listKeys(content, 1)
    assert.equal(listed?.hint, key.slice(0, key.lastIndexOf('_') + 5))
    const secret = key.slice(key.lastIndexOf('_') + 1)
    assert.ok(!JSON.stringify(listed).includes(secret))
    const find = (now: number, as = key) =>
      createSnapshots(content.store).read((snapshot) => findKey(snapshot, as, now))
    assert.deepEqual(await find(1999), listed)
    assert.equal(await find(2000), 'expired')
    assert.equal(await find(1999, key.replace(secret, 'b'.repeat(40))), 'unknown')
    assert.equal(await find(1999, `octavo_99_${secret}`), 'unknown')
  })

  it('are rejected after revocation, and their changes are in the log', async () => {
    const content = await context()
    const { id, key } = await createKey(content, { ...settings, spaceIds: null })
    const elsewhere = revokeKey(content, { rootId: 2, id, actor: 'cli' })
    await assert.rejects(
      elsewhere,
      (error) => error instanceof Refusal && error.kind === 'notFound',
    )
    const snapshots = createSnapshots(content.store)
    const find = () => snapshots.read((snapshot) => findKey(snapshot, key, 0))
    const idOf = (found: Awaited<ReturnType<typeof find>>) =>
      typeof found === 'object' ? found.id : found
    await disableKey(content, { rootId: 1, id, actor: 'cli' })
    assert.equal(await find(), 'disabled')
    await enableKey(content, { rootId: 1, id, actor: 'cli' })
    assert.equal(idOf(await find()), id)
    assert.equal(idOf(await find()), id)
    await revokeKey(content, { rootId: 1, id, actor: 'user:3' })
    assert.equal(await find(), 'unknown')
    const changes = await content.store.read((tx) => tx.changes.after(0, 10))
    assert.deepEqual(
      changes.map(({ kind, subjectId, action, actor }) => ({ kind, subjectId, action, actor })),
      [
        { kind: 'key', subjectId: id, action: 'create', actor: 'cli' },
        { kind: 'key', subjectId: id, action: 'disable', actor: 'cli' },
        { kind: 'key', subjectId: id, action: 'enable', actor: 'cli' },
        { kind: 'key', subjectId: id, action: 'revoke', actor: 'user:3' },
      ],
    )
  })
})
