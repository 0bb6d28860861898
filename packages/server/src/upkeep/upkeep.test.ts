/** The doctor finds every kind of damage, and reindexing mends what can be derived anew. */
import assert from 'node:assert/strict'
import { rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { changeState } from '../content/state.ts'
import { folderStorage } from '../media/folder-storage.ts'
import { createSpool } from '../media/spool.ts'
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

async function filled(fresh: () => Promise<TestStore>): Promise<TestStore> {
  const place = await withRoot(fresh)
  const { problems } = await importLines(place, someLines)
  assert.deepEqual(problems, [])
  return place
}

async function addMedia({ store, address }: TestStore): Promise<void> {
  const storage = folderStorage(join(address.dataFolder, 'media'))
  const sha256 = await storage.add(Buffer.from('picture'))
  const times = { createdAt: 1, archivedAt: null, deletedAt: null }
  const file = { filename: 'a.txt', type: 'text/plain', bytes: 7, width: null, height: null }
  const alts = new Map([[1, 'Ｓea']])
  await store.write((tx) =>
    tx.media.insert({ id: 5, rootId: 1, spaceId: 1, ...file, sha256, ...times, alts }),
  )
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

/** What is done to the tables behind the store's back, and a word of what the doctor says. */
const damages: [name: string, sql: string, said: RegExp][] = [
  [
    'an entry is gone',
    'delete from entries where item_id = 2 and language_id = 1 and (views & 1) <> 0',
    /Item 2: is listed/,
  ],
  [
    'an archived item is listed',
    `insert into entries select 4, language_id, views, model_id, space_id, status, created_at,
      updated_at, published_at, last_published_at, language_mask, document_id from entries
      where item_id = 1 and language_id = 1 and (views & 1) <> 0`,
    /Item 4: is listed/,
  ],
  ['a status is wrong', `update entries set status = 'draft' where item_id = 1`, /Item 1: what/],
  ['a mask is wrong', 'update entries set language_mask = 9 where item_id = 2', /Item 2: what/],
  ['a view is lost', 'update entries set views = 2 where item_id = 1', /Item 1: is listed/],
  [
    'a view has two entries',
    `insert into entries select item_id, language_id, 1, model_id, space_id, status, created_at,
      updated_at, published_at, last_published_at, language_mask, document_id from entries
      where item_id = 1 and views = 3`,
    /Item 1/,
  ],
  ['a space is wrong', 'update entries set space_id = 2 where item_id = 1', /Item 1: .*belong/],
  ['a time is wrong', 'update entries set created_at = 5 where item_id = 1', /Item 1: .*belong/],
  [
    'a digest is wrong',
    `update documents set digest = '3.digest' where id in (${aDocument})`,
    /Item 2: what readers see/,
  ],
  [
    'a document was edited',
    `update documents set body = replace(body, 'Sea', 'See') where id in (${aDocument})`,
    /Item 2: what readers see/,
  ],
  [
    'a document is cut off',
    `update documents set body = substr(body, 1, 10) where id in (${aDocument})`,
    /Item 2: what readers see/,
  ],
  [
    'a document is no document',
    `update documents set body = 'nothing' where id in (${aDocument})`,
    /Item 2: what readers see/,
  ],
  ['a document is gone', `delete from documents where id in (${aDocument})`, /Item 2: what/],
  [
    'a document is left over',
    `insert into documents select 999999, item_id, digest, body from documents where id in (${aDocument})`,
    /documents .*no item shows/,
  ],
  [
    'a document is of another item',
    `update documents set item_id = 1 where id in (${aDocument})`,
    /Item 2: .*belong/,
  ],
  [
    'index keys are gone',
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
    /Item 2: .*belong/,
  ],
  [
    'an index key is lost to one view',
    'update index_keys set views = 1 where item_id = 2 and field_id = 202 and views = 3',
    /index keys/,
  ],
  [
    'an index key is of no view',
    'update index_keys set views = 0 where item_id = 2 and field_id = 202',
    /Item 2/,
  ],
  [
    'the rest of a long key is left over',
    `update document_texts set rests = 'rest', spans = '{"digest":[2,1,4]}'
      where document_id in (${aDocument})`,
    /Item 2: its index keys/,
  ],
  [
    'a search text was edited',
    `update document_texts set short_texts = 'other' where document_id in (${aDocument})`,
    /Item 2: its search texts/,
  ],
  ['grams are gone', 'GRAMS', /Item 2: .*search index/],
  ['a claim is gone', 'delete from claims where item_id = 2', /Item 2: its unique values/],
  [
    'a claim is in another name',
    'update claims set item_id = 1 where item_id = 2',
    /unique values/,
  ],
  [
    'an item is gone, its rows are not',
    'delete from items where id = 3; delete from item_languages where item_id = 3',
    /of item 3, which is gone/,
  ],
  [
    'a search text has no document',
    `insert into document_texts (document_id, spans, short_texts, long_texts, rests)
      values (888888, '{"201":[0,1,1]}', 'x', '', '')`,
    /document_texts .*no item shows/,
  ],
  ['an away text is gone', 'delete from away_texts where item_id = 4', /Item 4: .*archive/],
  ['an away text was edited', `update away_texts set folded = 'x'`, /Item 4: .*archive/],
  ['an away title was edited', `update away_texts set title = 'x'`, /Item 4: .*archive/],
  [
    'an away text is of an item that is not away',
    `insert into away_texts (item_id, title, folded) values (1, 'x', 'x')`,
    /Item 1: .*archive/,
  ],
  [
    'an away text has no item',
    `insert into away_texts (item_id, title, folded) values (77, 'x', 'x')`,
    /away_texts has rows of item 77, which is gone/,
  ],
  [
    'media texts are gone',
    'delete from media_texts where media_id = 5',
    /Media 5 \(a\.txt\): .*found/,
  ],
  [
    'a media text was edited',
    `update media_texts set folded = 'x' where folded = 'a.txt'`,
    /Media 5 .*found/,
  ],
  [
    'a media text is there twice',
    `insert into media_texts (media_id, folded) values (5, 'a.txt')`,
    /Media 5 .*found/,
  ],
  [
    'a media text has no media',
    `insert into media_texts (media_id, folded) values (66, 'x')`,
    /media_texts has rows of media 66, which is gone/,
  ],
  ['items are counted twice', 'update entry_counts set value = value * 2', /Totals .* wrong/],
  ['counts are gone', 'delete from entry_counts', /Totals .* wrong/],
  [
    'formats of a text are out of date',
    `update item_languages set published = replace(published, '"text":"Salt"', '"text":"Pepper"')
      where item_id = 2`,
    /Item 2: formats of its texts/,
  ],
]

onBothDatabases('doctor and reindex', (fresh, kind) => {
  it('find nothing where nothing is wrong, states and trash included', async () => {
    const place = await filled(fresh)
    await addMedia(place)
    const context = contextOf(place.store)
    const change = { rootId: 1, actor: 'test', languageId: null } as const
    await changeState(context, { ...change, ids: [1], action: 'delete' })
    await changeState(context, { ...change, ids: [2], action: 'publish' })
    assert.deepEqual(await findings(place), [])
    const { items, mended, orphans } = await reindexAll(context)
    assert.deepEqual({ items, mended, orphans }, { items: 4, mended: 0, orphans: 0 })
  })

  it('take digests of an older version as they are', async () => {
    const place = await filled(fresh)
    await runSql(place.address, `update documents set digest = 'older'`)
    assert.deepEqual(await findings(place), [])
    const { mended, orphans } = await reindexAll(contextOf(place.store))
    assert.deepEqual({ mended, orphans }, { mended: 0, orphans: 0 })
  })

  it('find every damage and mend it, once', async () => {
    const place = await filled(fresh)
    await addMedia(place)
    const context = contextOf(place.store)
    const before = await exportLines(place.store)
    for (const [name, statement, said] of damages) {
      const damage = statement === 'GRAMS' ? withoutGrams(kind, aDocument) : statement
      await runSql(place.address, damage)
      const found = await findings(place)
      assert.ok(
        found.some(({ what }) => said.test(what)),
        `${name}: ${JSON.stringify(found)}`,
      )
      for (const { advice } of found) assert.equal(advice, 'Run octavo reindex.')
      const first = await reindexAll(context)
      assert.ok(first.mended + first.orphans > 0, name)
      assert.deepEqual(await findings(place), [], name)
      const second = await reindexAll(context)
      assert.deepEqual([second.mended, second.orphans], [0, 0], name)
    }
    const lost = before.filter((line) => line['id'] !== 3)
    assert.deepEqual(await exportLines(place.store), lost)
  })

  it('tells of definitions that are gone', async () => {
    const place = await filled(fresh)
    await runSql(
      place.address,
      `update items set model_id = 999 where id = 1; update items set space_id = 998 where id = 3;
       update item_languages set language_id = 997 where item_id = 2 and language_id = 2`,
    )
    const said = (await findings(place)).map(({ what }) => what)
    assert.ok(said.includes('Item 1: its model 999 is gone'))
    assert.ok(said.includes('Item 3: its space 998 is gone'))
    assert.ok(said.includes('Item 2: its language 997 is gone'))
  })

  it('tells of media without a file, and remarks on files without a record', async () => {
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
    assert.match(
      damaged?.what ?? '',
      /^The file of media 5 \(a\.txt\) has 1 bytes and should have \d+$/,
    )
    await rm(join(place.address.dataFolder, 'media'), { recursive: true })
    const [missing] = await findings(place)
    assert.deepEqual(
      [missing?.kind, missing?.what],
      ['problem', 'The file of media 5 (a.txt) is missing'],
    )
  })
})
