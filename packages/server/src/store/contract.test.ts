/** The contract that both databases must fulfil. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { indexSchema } from '@octavo/schema/schema.ts'
import { saveDerivedItems } from '../content/save.ts'
import { countTurns } from '../testing/count-turns.ts'
import { sampleMedia } from '../testing/sample-media.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { sampleRoot } from '../testing/sample-root.ts'
import { currentClientAddress, withClientAddress } from './client-address.ts'
import { openStore } from './open-store.ts'
import type { Derived, Item } from './records.ts'
import type { Store } from './store.ts'

const item = (id: number, values: Item['languages'] = new Map()): Item => ({
  id,
  rootId: 1,
  spaceId: 1,
  modelId: 22,
  createdAt: 1_000 + id,
  archivedAt: null,
  deletedAt: null,
  languages: values,
})

const inEnglish = (title: string): Item['languages'] =>
  new Map([
    [
      1,
      {
        draft: null,
        published: { values: { 201: title }, updatedAt: 5 },
        publishedAt: 5,
        lastPublishedAt: 6,
      },
    ],
  ])

function derivedOf(title: string, scopes = [2, 3]): Derived {
  const document = {
    digest: `digest of ${title}`,
    body: JSON.stringify({ title }),
    indexKeys: [{ fieldId: 201, key: title, rest: '', restDigest: '' }],
    searchTexts: [{ fieldId: 201, text: title }],
    entries: null,
  }
  return {
    entries: scopes.map((scope) => ({
      scope,
      languageId: 1,
      view: scope % 2 ? ('draft' as const) : ('published' as const),
      status: 'published' as const,
      updatedAt: 5,
      publishedAt: 5,
      lastPublishedAt: 6,
      languageMask: 1,
      document,
    })),
    claims: [{ spaceId: 1, fieldId: 202, languageId: 1, value: title }],
    uses: [],
  }
}

async function put(store: Store, id: number, derived: Derived, isNew = false): Promise<number[]> {
  const touched = await store.write((tx) =>
    tx.derived.save([{ item: item(id), derived }], { isNew }),
  )
  return (touched.get(id) ?? []).map(({ scope }) => scope).toSorted((a, b) => a - b)
}

onBothDatabases('a store', (fresh) => {
  it('returns items as they were saved, with every language and character', async () => {
    const { store } = await fresh()
    const odd = 'Ａ𠮷 "quoted" \\ \u0001 𝒳 ﾊﾝｶｸ'
    const saved = [item(1, inEnglish(odd)), item(2), item(3, inEnglish(''))]
    await store.write((tx) => tx.items.insert(saved))
    assert.deepEqual(await store.read((tx) => tx.items.load([3, 2, 1, 99])), saved)

    const changed = { ...item(2, inEnglish('new')), archivedAt: 7, deletedAt: 8 }
    await store.write((tx) => tx.items.update([changed]))
    assert.deepEqual(await store.read((tx) => tx.items.load([2])), [changed])
    await store.write((tx) => tx.items.remove([1, 2]))
    assert.deepEqual(await store.read((tx) => tx.items.after({ rootId: 1 }, 0, 10)), [saved[2]])
  })

  it('rolls back the whole transaction on an error', async () => {
    const { store } = await fresh()
    const failing = store.write(async (tx) => {
      await tx.items.insert([item(1)])
      throw new Error('stop here')
    })
    await assert.rejects(failing, /stop here/)
    assert.equal(await store.read((tx) => tx.items.count({ rootId: 1 })), 0)
    await store.write((tx) => tx.items.insert([item(1)]))
  })

  it('reads one snapshot during concurrent writes', async () => {
    const { store } = await fresh()
    await store.write((tx) => tx.items.insert([item(1)]))
    await store.read(async (tx) => {
      assert.equal(await tx.items.count({ rootId: 1 }), 1)
      await store.write((other) => other.items.insert([item(2)]))
      assert.equal(await tx.items.count({ rootId: 1 }), 1)
    })
    assert.equal(await store.read((tx) => tx.items.count({ rootId: 1 })), 2)
  })

  it('reports new versions after the commit of every write, by any process, and not before', async () => {
    const { store, address } = await fresh()
    const other = await openStore(address)
    const changes = async (): Promise<number> => (await store.versions()).of(22)
    await store.write((tx) => tx.items.insert([item(1)]))
    const seen = [await changes()]
    for (const [writer, title] of [
      [store, 'sea'],
      [store, 'hills'],
      [other, 'woods'],
      [store, 'fields'],
    ] as const) {
      await put(writer, 1, derivedOf(title))
      seen.push(await changes(), await changes())
    }
    await store.write(async (tx) => {
      await tx.derived.save([{ item: item(1), derived: derivedOf('lakes') }], { isNew: false })
      seen.push(await changes())
    })
    seen.push(await changes())
    assert.deepEqual(seen, [0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5])
    await other.close()
  })

  it('reports which items are unchanged, provided that the log names all changes', async () => {
    const { store, address } = await fresh()
    const other = await openStore(address)
    const ids = [1, 2, 3]
    const change = (id: number, title: string) => ({ item: item(id), derived: derivedOf(title) })
    const saveLogged = (writer: Store, changed: readonly number[], title: string): Promise<void> =>
      writer.write((tx) => {
        const changes = changed.map((id) => change(id, `${title} ${id}`))
        return saveDerivedItems(tx, indexSchema(sampleRoot), changes, {
          actor: '',
          action: '',
          at: 1,
          isNew: false,
          before: [],
        })
      })
    await store.write((tx) => tx.items.insert(ids.map((id) => item(id))))
    await saveLogged(store, ids, 'sea')
    let before = (await store.versions()).of(22)
    const holding = async (): Promise<number[]> => {
      const then = before
      const now = await store.versions()
      before = now.of(22)
      return ids.filter((id) => now.holds(22, id, then))
    }
    assert.deepEqual(await holding(), ids)
    await saveLogged(store, [2], 'hills')
    assert.deepEqual(await holding(), [1, 3])
    await saveLogged(other, [3], 'woods')
    await saveLogged(store, [1], 'woods')
    assert.deepEqual(await holding(), [2])
    // No visible change.
    await saveLogged(store, [2], 'hills')
    assert.deepEqual(await holding(), ids)
    // Changes without a log entry may affect any item.
    for (const unlogged of [
      () => put(store, 1, derivedOf('fields')),
      () => store.write((tx) => tx.derived.replace([change(2, 'lakes')])),
      () => store.write((tx) => tx.derived.removeOrphans()),
    ]) {
      await saveLogged(other, [3], `fields ${before}`)
      await unlogged()
      assert.deepEqual(await holding(), [])
    }
    await saveLogged(store, [3], 'rivers')
    assert.deepEqual(await holding(), [1, 2])
    // A transaction keeps the versions of its start.
    await store.read(async (tx) => {
      const [first, current] = [await tx.versions(), await store.versions()]
      await saveLogged(other, [1], 'streams')
      assert.ok((await store.versions()).of(22) > current.of(22))
      assert.equal(await tx.versions(), first)
      assert.ok(first.holds(22, 1, before) && first.holds(22, 2, before))
    })
    assert.deepEqual(await holding(), [2, 3])
    await other.close()
  })

  it('never allocates an id twice, also for other processes and after an import', async () => {
    const { store, address } = await fresh()
    const other = await openStore(address)
    const allocate = (from: Store, count: number) =>
      from.write((tx) => tx.ids.allocate('content', count))
    const lists = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        allocate(index % 2 ? store : other, 1 + (index % 3)),
      ),
    )
    const ids = lists.flat()
    assert.equal(new Set(ids).size, ids.length)
    for (const gap of [3, 50_000]) {
      const taken = Math.max(...ids) + gap
      await store.write((tx) => tx.ids.raise('content', taken))
      const [next = 0] = await allocate(other, 1)
      assert.ok(next > taken && next <= taken + 2, `${next} after ${taken}`)
      await store.write((tx) => tx.ids.raise('content', 1))
      const [later = 0] = await allocate(store, 1)
      assert.ok(later > next)
      ids.push(later)
    }
    await other.close()
  })

  it('serializes writers of two processes that update the same item', async () => {
    const { store, address } = await fresh()
    const other = await openStore(address)
    await store.write((tx) => tx.items.insert([item(1)]))
    const addOne = (to: Store) =>
      to.write(async (tx) => {
        const [found] = await tx.items.load([1])
        assert.ok(found)
        await tx.items.update([{ ...found, archivedAt: (found.archivedAt ?? 0) + 1 }])
      })
    await Promise.all(Array.from({ length: 30 }, (_, index) => addOne(index % 2 ? store : other)))
    const [found] = await store.read((tx) => tx.items.load([1]))
    assert.equal(found?.archivedAt, 30)
    await other.close()
  })

  it('writes only the differences of derived data and returns the changed scopes', async () => {
    const { store } = await fresh()
    await store.write((tx) => tx.items.insert([item(1), item(2)]))
    assert.deepEqual(await put(store, 1, derivedOf('sea'), true), [2, 3])
    assert.deepEqual(await put(store, 1, derivedOf('sea')), [])
    const before = await store.read((tx) => tx.derived.entries([1]))
    assert.equal(new Set(before.map((entry) => entry.documentId)).size, 1, 'views share a document')

    const [published] = derivedOf('sea').entries
    const [, draft] = derivedOf('hills').entries
    assert.ok(published && draft)
    const mixed = { entries: [published, draft], claims: [], uses: [] }
    assert.deepEqual(await put(store, 1, mixed), [3])
    const loaded = await store.read((tx) => tx.derived.load([1, 2]))
    assert.deepEqual(loaded.get(1), mixed)
    assert.deepEqual(loaded.get(2), { entries: [], claims: [], uses: [] })

    assert.deepEqual(await put(store, 1, { entries: [], claims: [], uses: [] }), [2, 3])
    assert.deepEqual(await store.read((tx) => tx.derived.orphans(10)), [])
    assert.deepEqual((await store.read((tx) => tx.derived.load([1]))).get(1), {
      entries: [],
      claims: [],
      uses: [],
    })
  })

  it('enforces unique values', async () => {
    const { store } = await fresh()
    await store.write((tx) => tx.items.insert([item(1), item(2)]))
    await put(store, 1, derivedOf('sea'), true)
    const { claims } = derivedOf('sea')
    const holders = await store.read((tx) => tx.derived.claimants(claims))
    assert.deepEqual(
      holders.map((holder) => holder.itemId),
      [1],
    )
    await assert.rejects(put(store, 2, derivedOf('sea'), true), { kind: 'badRequest' })
    await put(store, 1, derivedOf('hills'))
    await put(store, 2, derivedOf('sea'), true)
  })

  it('stores definitions and increments their versions', async () => {
    const { store } = await fresh()
    await store.write((tx) => tx.roots.insert(sampleRoot))
    assert.deepEqual(await store.read((tx) => tx.roots.load(1)), sampleRoot)
    await store.write((tx) => tx.roots.save({ ...sampleRoot, name: 'New' }))
    assert.equal(await store.read((tx) => tx.roots.version(1)), 2)
    assert.deepEqual(await store.read((tx) => tx.roots.list()), [
      { id: 1, luid: 'main', name: 'New', settings: sampleRoot.settings },
    ])
  })

  it('scans complete tables and restores them', async () => {
    const { store } = await fresh()
    const other = await fresh()
    const many = Array.from({ length: 1201 }, (_, index) => item(index + 1, inEnglish(`t${index}`)))
    await store.write((tx) => tx.items.insert(many))
    const scanned = await store.read(async (tx) =>
      Array.fromAsync(tx.tables.scan('item_languages')),
    )
    assert.equal(scanned.flat().length, 1201)
    const items = await store.read(async (tx) => Array.fromAsync(tx.tables.scan('items')))
    await other.store.write(async (tx) => {
      assert.equal(await tx.tables.isEmpty(), true)
      for (const rows of items) await tx.tables.insertRows('items', rows)
      for (const rows of scanned) await tx.tables.insertRows('item_languages', rows)
      assert.equal(await tx.tables.isEmpty(), false)
    })
    assert.deepEqual(
      await other.store.read((tx) => tx.items.load(many.map((each) => each.id))),
      many,
    )
  })

  it('records the address of the client that a change comes from', async () => {
    const { store } = await fresh()
    const change = {
      at: 3,
      rootId: 1,
      kind: 'item' as const,
      subjectId: 7,
      modelId: null,
      actor: 'user:1',
      action: 'create',
      scopes: [],
    }
    const append = () => store.write((tx) => tx.changes.append([change]))
    const after: unknown[] = []
    store.afterWrite(async () => void after.push(currentClientAddress()))
    // On SQLite, these writes share a transaction.
    await Promise.all([
      withClientAddress('192.0.2.1', append),
      append(),
      withClientAddress('2001:db8::2', append),
    ])
    const changes = await store.read((tx) => tx.changes.after(0, 10))
    assert.deepEqual(
      new Set(changes.map(({ address }) => address)),
      new Set(['192.0.2.1', '2001:db8::2', null]),
    )
    assert.deepEqual(after, [null, null, null], 'work after a write serves all')
  })

  it('reads the values of many long items in several turns', async () => {
    const { store } = await fresh()
    const long = 'sea '.repeat(16 * 1024)
    const items = Array.from({ length: 80 }, (_, index) => item(index + 1, inEnglish(long)))
    await store.write((tx) => tx.items.insert([...items, item(81), item(82, inEnglish('short'))]))
    const ids = Array.from({ length: 82 }, (_, index) => index + 1)
    let loaded: Item[] = []
    const turns = await countTurns(async () => {
      loaded = await store.read((tx) => tx.items.load(ids))
    })
    assert.deepEqual(loaded, [...items, item(81), item(82, inEnglish('short'))])
    // The scheduler runs up to eight pieces of 256 KB in a turn, if they take little time.
    assert.ok(turns >= 2, `${turns} turns for 5 MB`)
    assert.deepEqual(await store.read((tx) => tx.items.after({ rootId: 1 }, 79, 2)), [
      items[79],
      item(81),
    ])
  })

  it('reads items with only some values', async () => {
    const { store } = await fresh()
    const draft = { values: { 201: 'Hill', 203: ['long'] }, updatedAt: 9 }
    const times = { publishedAt: 5, lastPublishedAt: 6 }
    const published = { values: { 201: 'Sea' }, updatedAt: 5 }
    const languages = new Map([[1, { draft, published, ...times }]])
    await store.write((tx) => tx.items.insert([item(1, languages)]))
    const [outline] = await store.read((tx) => tx.items.outline([1], new Set([201, 7])))
    const outlined = { ...draft, values: { 201: 'Hill' } }
    assert.deepEqual(outline?.languages.get(1), { draft: outlined, published, ...times })
    const [empty] = await store.read((tx) => tx.items.outline([1], new Set()))
    assert.deepEqual(empty?.languages.get(1)?.draft, { values: {}, updatedAt: 9 })
  })

  it('stores idempotent replies, changes and media', async () => {
    const { store } = await fresh()
    const reply = { keyId: 1, name: 'a', requestDigest: 'd', itemId: 7, at: 10 }
    const alts = new Map([[1, 'Sea']])
    const media = sampleMedia({ id: 4, filename: '海.png', width: 3, height: null, alts })
    const change = {
      at: 3,
      rootId: 1,
      kind: 'item' as const,
      subjectId: 7,
      modelId: 22,
      actor: 'test',
      action: 'create',
      scopes: [2, 3],
      spaceId: 5,
      events: [
        { type: 'item.published' as const, languageId: 1, isDraft: false },
        { type: 'item.updated' as const, languageId: 2, isDraft: true },
      ],
    }
    const plain = { ...change, scopes: [], modelId: null, spaceId: null, events: [] }
    await store.write(async (tx) => {
      await tx.idempotentReplies.save(reply)
      await tx.media.insert(media)
      const { spaceId, events, ...omitted } = plain
      const appended = await tx.changes.append([change, omitted])
      assert.deepEqual(appended, [
        { ...change, seq: 1, batch: 1, address: null },
        { ...omitted, spaceId, events, seq: 2, batch: 1, address: null },
      ])
    })
    assert.deepEqual(await store.write((tx) => tx.idempotentReplies.find(1, 'a')), reply)
    await store.write(async (tx) => {
      await tx.idempotentReplies.save({ ...reply, name: 'b', at: 20 })
      await tx.idempotentReplies.remove(1, 'b')
      await tx.idempotentReplies.remove(2, 'a')
    })
    assert.equal(await store.write((tx) => tx.idempotentReplies.find(1, 'b')), undefined)
    assert.deepEqual(await store.write((tx) => tx.idempotentReplies.find(1, 'a')), reply)
    await store.write((tx) => tx.idempotentReplies.removeBefore(11))
    assert.equal(await store.write((tx) => tx.idempotentReplies.find(1, 'a')), undefined)
    assert.deepEqual(await store.read((tx) => tx.media.load([4])), [media])
    assert.deepEqual(await store.read((tx) => tx.media.identify([4, 5])), [
      { id: 4, rootId: 1, spaceId: 1 },
    ])
    const changes = await store.read((tx) => tx.changes.after(0, 10))
    assert.deepEqual(changes, [
      { ...change, seq: 1, batch: 1, address: null },
      { ...plain, seq: 2, batch: 1, address: null },
    ])
    assert.equal(await store.read((tx) => tx.changes.latest()), 2)
  })
})
