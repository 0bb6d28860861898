/** Texts that are stored in one row are read back unchanged. */
import assert from 'node:assert/strict'
import { it, test } from 'node:test'
import fc from 'fast-check'
import { textSeparator } from '@octavo/schema/fold.ts'
import { openDatabase } from '../../testing/open-database.ts'
import { runs } from '../../testing/runs.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { splitIndexKey } from '../../query/index-key.ts'
import {
  documentTextColumns,
  documentTextRows,
  noTexts,
  searchableDocuments,
  shortLength,
  storedTexts,
  textsHold,
} from './document-texts.ts'
import { sql } from '../sql/sql.ts'

const character = fc.constantFrom('a', 'b', ' ', '"', '\\', '1', 'é', '海', '\u{20bb7}')
const phrase = fc.string({ unit: character, minLength: 1, maxLength: 12 })
/** Texts around the limit of short ones, and with several parts in a field. */
const text = fc.oneof(
  phrase,
  phrase.map((some) => some + '𠮷'.repeat(shortLength - 6)),
  phrase.map((some) => `${some}${textSeparator}${some.repeat(20)}`),
)
const fieldIds = [1, 2, 12, 21]
const searchTexts = fc
  .uniqueArray(
    fc.record({ fieldId: fc.constantFrom(...fieldIds), text }, { noNullPrototype: true }),
    {
      selector: ({ fieldId }) => fieldId,
    },
  )
  .map((rows) => rows.toSorted((a, b) => a.fieldId - b.fieldId))
const indexKeys = fc.array(
  fc.tuple(fc.constantFrom(...fieldIds), text).map(([id, key]) => splitIndexKey(id, key)),
  { maxLength: 3 },
)
const documents = fc.array(
  fc.record({ searchTexts, indexKeys, entries: fc.constantFrom(null, '{"7":[]}') }),
  { minLength: 1, maxLength: 4 },
)
const keyword = fc.string({ unit: character, minLength: 1, maxLength: 3 })
const fieldFilter = fc.option(fc.subarray(fieldIds, { minLength: 1 }))

onBothDatabases('texts of documents', (fresh, kind) => {
  it('are read, searched and indexed unchanged', async () => {
    const { address } = await fresh()
    const database = openDatabase(address)
    const { dialect } = database
    const property = fc.asyncProperty(
      documents,
      keyword,
      fieldFilter,
      async (all, wanted, fields) => {
        const ids = all.map((_, index) => index + 1)
        await database.write(async (connection) => {
          await connection.run(sql`delete from document_texts`)
          const rows = all.flatMap((document, index) => documentTextRows(index + 1, document))
          await connection.insertRows('document_texts', documentTextColumns, rows)
          const stored = await storedTexts(connection, ids)
          for (const [index, document] of all.entries()) {
            const found = stored.get(index + 1) ?? noTexts
            const rests = document.indexKeys.filter(({ rest }) => rest !== '')
            assert.deepEqual(
              found.searchTexts.toSorted((a, b) => a.fieldId - b.fieldId),
              document.searchTexts,
            )
            assert.deepEqual(
              found.rests,
              new Map(rests.map(({ restDigest, rest }) => [restDigest, rest])),
            )
          }
          const holding = await connection.all<{ id: number }>(
            sql`select document_id as id from document_texts t
            where ${textsHold(dialect.reading, 't', { keyword: wanted }, fields)} order by id`,
          )
          const isRequested = (id: number): boolean => fields === null || fields.includes(id)
          assert.deepEqual(
            holding.map(({ id }) => id),
            ids.filter((id) =>
              all[id - 1]?.searchTexts.some(
                (one) => isRequested(one.fieldId) && one.text.includes(wanted),
              ),
            ),
          )
          const searchable = await searchableDocuments(
            connection,
            dialect.isOneOf('document_id', ids),
          )
          const parts = (texts: readonly string[]): string[] =>
            texts.flatMap((some) => some.split(textSeparator).filter(Boolean)).toSorted()
          for (const { id, texts } of searchable) {
            const expected = all[id - 1]?.searchTexts.map((one) => one.text) ?? []
            assert.deepEqual(parts(texts), parts(expected))
          }
        })
      },
    )
    await fc.assert(property, runs(kind === 'sqlite' ? 100 : 40))
    await database.close()
  })
})

test('a search in titles does not read long texts', () => {
  const [title, body] = ['x'.repeat(shortLength), 'y'.repeat(shortLength + 1)]
  const [row] = documentTextRows(1, {
    searchTexts: [
      { fieldId: 1, text: body },
      { fieldId: 2, text: title },
    ],
    indexKeys: [],
    entries: null,
  })
  assert.deepEqual([row?.['short_texts'], row?.['long_texts']], [title, body])
})
