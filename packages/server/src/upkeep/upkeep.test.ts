/** The doctor finds every kind of damage, and reindexing repairs derived data. */
import assert from 'node:assert/strict'
import { rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { digestForm } from '../content/derive.ts'
import { changeState } from '../content/state.ts'
import { folderStorage } from '../media/folder-storage.ts'
import { createSpool } from '../media/spool.ts'
import { sampleMedia } from '../testing/sample-media.ts'
import { runSql, withoutGrams } from '../testing/raw-sql.ts'
import { onBothDatabases, type TestStore } from '../testing/stores.ts'
import {
  contextOf,
  exportLines,
  importLines,
  someLines,
  withRoot,
} from '../testing/transfer-factory.ts'
import { examine } from './doctor.ts'
import { reindexAll } from './reindex.ts'
import { updateDerived } from './update-derived.ts'

async function filled(fresh: () => Promise<TestStore>): Promise<TestStore> {
  const place = await withRoot(fresh)
  const { problems } = await importLines(place, someLines)
  assert.deepEqual(problems, [])
  return place
}

async function addMedia({ store, address }: TestStore): Promise<void> {
  const storage = folderStorage(join(address.dataFolder, 'media'))
  const sha256 = await storage.add(Buffer.from('picture'))
  const file = { filename: 'a.txt', type: 'text/plain', bytes: 7, width: null, height: null }
  const alts = new Map([[1, 'Ｓea']])
  await store.write((tx) => tx.media.insert(sampleMedia({ id: 5, ...file, sha256, alts })))
}

async function findings(
  place: TestStore,
): Promise<{ what: string; kind: string; advice: string }[]> {
  const found: { what: string; kind: string; advice: string }[] = []
  await examine({
    context: contextOf(place.store),
    dataFolder: place.address.dataFolder,
    mediaStorage: folderStorage(join(place.address.dataFolder, 'media')),
    spool: createSpool(join(place.address.dataFolder, 'incoming')),
    onFinding: (finding) => found.push(finding),
  })
  return found
}

const aDocument =
  'select max(document_id) from entries where item_id = 2 and language_id = 1 and (views & 1) <> 0'

/** Direct changes to the tables, and the finding that the doctor must report. */
const damages: [name: string, sql: string, expected: RegExp][] = [
  [
    'an entry is missing',
    'delete from entries where item_id = 2 and language_id = 1 and (views & 1) <> 0',
    /Item 2: wrong languages or views/,
  ],
  [
    'an archived item is listed',
    `insert into entries select 4, language_id, views, model_id, space_id, status, created_at,
      updated_at, published_at, last_published_at, language_mask, document_id from entries
      where item_id = 1 and language_id = 1 and (views & 1) <> 0`,
    /Item 4: wrong languages or views/,
  ],
  [
    'a status is wrong',
    `update entries set status = 'draft' where item_id = 1`,
    /Item 1: outdated API document/,
  ],
  [
    'a mask is wrong',
    'update entries set language_mask = 9 where item_id = 2',
    /Item 2: outdated API document/,
  ],
  [
    'a view is lost',
    'update entries set views = 2 where item_id = 1',
    /Item 1: wrong languages or views/,
  ],
  [
    'a view has two entries',
    `insert into entries select item_id, language_id, 1, model_id, space_id, status, created_at,
      updated_at, published_at, last_published_at, language_mask, document_id from entries
      where item_id = 1 and views = 3`,
    /Item 1/,
  ],
  [
    'a space is wrong',
    'update entries set space_id = 2 where item_id = 1',
    /Item 1: .*unexpected rows/,
  ],
  [
    'a time is wrong',
    'update entries set created_at = 5 where item_id = 1',
    /Item 1: .*unexpected rows/,
  ],
  [
    'a digest is wrong',
    `update documents set digest = '${digestForm}digest' where id in (${aDocument})`,
    /Item 2: outdated API document/,
  ],
  [
    'a document was edited',
    `update documents set body = replace(body, 'Sea', 'See') where id in (${aDocument})`,
    /Item 2: outdated API document/,
  ],
  [
    'a document is truncated',
    `update documents set body = substr(body, 1, 10) where id in (${aDocument})`,
    /Item 2: outdated API document/,
  ],
  [
    'a document is invalid',
    `update documents set body = 'nothing' where id in (${aDocument})`,
    /Item 2: outdated API document/,
  ],
  [
    'a document is missing',
    `delete from documents where id in (${aDocument})`,
    /Item 2: outdated API document/,
  ],
  [
    'a document is left over',
    `insert into documents select 999999, item_id, digest, body from documents where id in (${aDocument})`,
    /documents: .*unused documents/,
  ],
  [
    'a document belongs to another item',
    `update documents set item_id = 1 where id in (${aDocument})`,
    /Item 2: .*unexpected rows/,
  ],
  [
    'index keys are missing',
    'delete from index_keys where item_id = 2 and field_id = 201',
    /index keys/,
  ],
  [
    'an index key was edited',
    `update index_keys set key = 'nonsense' where item_id = 2 and field_id = 202`,
    /index keys/,
  ],
  [
    'an index key is in a language without entry',
    `insert into index_keys
      select 2500, field_id, key, created_at, item_id, rest_digest, views
      from index_keys where item_id = 2 and field_id = 202 and language_id = 1`,
    /Item 2: .*unexpected rows/,
  ],
  [
    'an index key is missing in one view',
    'update index_keys set views = 1 where item_id = 2 and field_id = 202 and views = 3',
    /index keys/,
  ],
  [
    'an index key has no view',
    'update index_keys set views = 0 where item_id = 2 and field_id = 202',
    /Item 2/,
  ],
  [
    'the rest of a long key is left over',
    `update document_texts set rests = 'rest', spans = '{"digest":[2,1,4]}'
      where document_id in (${aDocument})`,
    /Item 2: wrong index keys/,
  ],
  [
    'a search text was edited',
    `update document_texts set short_texts = 'other' where document_id in (${aDocument})`,
    /Item 2: wrong search texts/,
  ],
  ['grams are missing', 'GRAMS', /Item 2: .*search index/],
  ['a claim is missing', 'delete from claims where item_id = 2', /Item 2: wrong unique values/],
  [
    'a claim belongs to another item',
    'update claims set item_id = 1 where item_id = 2',
    /unique values/,
  ],
  [
    'an item is missing, but its rows are not',
    'delete from items where id = 3; delete from item_languages where item_id = 3',
    /orphaned rows of deleted item 3/,
  ],
  [
    'a search text has no document',
    `insert into document_texts (document_id, spans, short_texts, long_texts, rests)
      values (888888, '{"201":[0,1,1]}', 'x', '', '')`,
    /document_texts: .*unused documents/,
  ],
  [
    'an inactive text is missing',
    'delete from inactive_texts where item_id = 4',
    /Item 4: .*archive/,
  ],
  ['an inactive text was edited', `update inactive_texts set folded = 'x'`, /Item 4: .*archive/],
  ['an inactive title was edited', `update inactive_texts set title = 'x'`, /Item 4: .*archive/],
  [
    'an inactive text belongs to an active item',
    `insert into inactive_texts (item_id, title, folded) values (1, 'x', 'x')`,
    /Item 1: .*archive/,
  ],
  [
    'an inactive text has no item',
    `insert into inactive_texts (item_id, title, folded) values (77, 'x', 'x')`,
    /inactive_texts: orphaned rows of deleted item 77/,
  ],
  [
    'media texts are missing',
    'delete from media_texts where media_id = 5',
    /Media 5 \(a\.txt\): wrong search texts/,
  ],
  [
    'a media text was edited',
    `update media_texts set folded = 'x' where folded = 'a.txt'`,
    /Media 5 .*wrong search texts/,
  ],
  [
    'a media text is there twice',
    `insert into media_texts (media_id, folded) values (5, 'a.txt')`,
    /Media 5 .*wrong search texts/,
  ],
  [
    'a media text has no media',
    `insert into media_texts (media_id, folded) values (66, 'x')`,
    /media_texts: orphaned rows of deleted media 66/,
  ],
  ['items are counted twice', 'update entry_counts set value = value * 2', /Wrong totals/],
  ['counts are missing', 'delete from entry_counts', /Wrong totals/],
  [
    'formats of a text are out of date',
    `update item_languages set published = replace(published, '"text":"Salt"', '"text":"Pepper"')
      where item_id = 2`,
    /Item 2: outdated formats/,
  ],
]

onBothDatabases('doctor and reindex', (fresh, kind) => {
  it('find nothing in correct data, with all states and the trash', async () => {
    const place = await filled(fresh)
    await addMedia(place)
    const context = contextOf(place.store)
    const change = { rootId: 1, actor: 'test', languageId: null } as const
    await changeState(context, { ...change, ids: [1], action: 'delete' })
    await changeState(context, { ...change, ids: [2], action: 'publish' })
    assert.deepEqual(await findings(place), [])
    const { items, repaired, orphans } = await reindexAll(context)
    assert.deepEqual({ items, repaired, orphans }, { items: 4, repaired: 0, orphans: 0 })
  })

  it('accept digests of an older version', async () => {
    const place = await filled(fresh)
    await runSql(place.address, `update documents set digest = 'older'`)
    assert.deepEqual(await findings(place), [])
    const { repaired, orphans } = await reindexAll(contextOf(place.store))
    assert.deepEqual({ repaired, orphans }, { repaired: 0, orphans: 0 })
  })

  it('update the texts that an older version folded, and nothing else', async () => {
    const place = await filled(fresh)
    const { store, address } = place
    const { problems } = await importLines(place, [
      { model: 'author', id: 8, published: true, fields: { name: 'J\u030cana' } },
      { model: 'author', id: 9, archived: true, fields: { name: 'J\u030cana' } },
    ])
    assert.deepEqual(problems, [])
    await addMedia(place)
    const media = sampleMedia({ id: 6, sha256: 'f'.repeat(64), filename: 'J\u030c.txt' })
    await store.write((tx) => tx.media.insert(media))
    const problemsNow = async () => (await findings(place)).map(({ what }) => what)
    const current = await problemsNow()
    const texts = [
      ['document_texts', 'short_texts'],
      ['inactive_texts', 'folded'],
      ['inactive_texts', 'title'],
      ['media_texts', 'folded'],
    ]
    for (const [table, column] of texts) {
      const older = `replace(${column}, '\u01f0', 'j\u030c')`
      await runSql(address, `update ${table} set ${column} = ${older}`)
    }
    await runSql(address, `update documents set digest = '6.' || substr(digest, 3)`)
    const found = new Set(await problemsNow()).difference(new Set(current))
    assert.deepEqual([...found].toSorted(), [
      'Item 8: wrong search texts',
      'Item 9: wrong search texts of the archive and the trash',
      'Media 6 (J\u030c.txt): wrong search texts',
    ])
    const documents = () =>
      store.read(async (tx) =>
        (await tx.derived.entries([1, 2, 3])).map(({ documentId }) => documentId),
      )
    const before = await documents()
    const positions = ['6.']
    const lease = {
      loadPosition: () => Promise.resolve(positions.at(-1) ?? ''),
      savePosition: (position: string) => Promise.resolve(void positions.push(position)),
    }
    const { signal } = new AbortController()
    assert.equal(await updateDerived(contextOf(store), lease, signal), 3)
    assert.equal(await updateDerived(contextOf(store), lease, signal), 0)
    assert.deepEqual(await problemsNow(), current)
    assert.deepEqual(await documents(), before)
  })

  it('find every kind of damage and repair it in one run', async () => {
    const place = await filled(fresh)
    await addMedia(place)
    const context = contextOf(place.store)
    const before = await exportLines(place.store)
    for (const [name, statement, expected] of damages) {
      const damage = statement === 'GRAMS' ? withoutGrams(kind, aDocument) : statement
      await runSql(place.address, damage)
      const found = await findings(place)
      assert.ok(
        found.some(({ what }) => expected.test(what)),
        `${name}: ${JSON.stringify(found)}`,
      )
      for (const { advice } of found) assert.equal(advice, 'Run octavo reindex.')
      const first = await reindexAll(context)
      assert.ok(first.repaired + first.orphans > 0, name)
      assert.deepEqual(await findings(place), [], name)
      const second = await reindexAll(context)
      assert.deepEqual([second.repaired, second.orphans], [0, 0], name)
    }
    const lost = before.filter((line) => line['id'] !== 3)
    assert.deepEqual(await exportLines(place.store), lost)
  })

  it('report missing definitions', async () => {
    const place = await filled(fresh)
    await runSql(
      place.address,
      `update items set model_id = 999 where id = 1; update items set space_id = 998 where id = 3;
       update item_languages set language_id = 997 where item_id = 2 and language_id = 2`,
    )
    const reported = (await findings(place)).map(({ what }) => what)
    assert.ok(reported.includes('Item 1: model 999 does not exist'))
    assert.ok(reported.includes('Item 3: space 998 does not exist'))
    assert.ok(reported.includes('Item 2: language 997 does not exist'))
  })

  it('report media without a file, and remark on files without a record', async () => {
    const place = await filled(fresh)
    const storage = folderStorage(join(place.address.dataFolder, 'media'))
    await storage.add(Buffer.from('picture'))
    const [remark] = await findings(place)
    assert.equal(remark?.kind, 'remark')
    await addMedia(place)
    assert.deepEqual(await findings(place), [])
    for await (const sha256 of storage.list()) {
      const path = join(place.address.dataFolder, 'media', sha256.slice(0, 2), sha256)
      await truncate(path, 1)
    }
    const [damaged] = await findings(place)
    assert.match(damaged?.what ?? '', /^Media 5 \(a\.txt\): file has 1 bytes instead of \d+$/)
    await rm(join(place.address.dataFolder, 'media'), { recursive: true })
    const [missing] = await findings(place)
    assert.deepEqual(
      [missing?.kind, missing?.what],
      ['problem', 'Media 5 (a.txt): file is missing'],
    )
  })
})
