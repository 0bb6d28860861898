import {
  largestGroup,
  type RetiredField,
  type RevisionGroup,
  type RevisionHead,
  type RevisionReads,
  type RevisionWrites,
  type SealedRevision,
} from '../revisions.ts'
import { countingRows } from './counting.ts'
import type { Connection } from './dialect.ts'
import { recordTable } from './record-table.ts'
import { selectRecords } from './rows.ts'
import { raw, sql, type Sql } from './sql.ts'

const facts = {
  itemId: 'integer',
  languageId: 'integer',
  number: 'integer',
  kind: 'text',
  startedAt: 'integer',
  at: 'integer',
  actor: 'text',
  name: 'text',
  fields: 'object',
} as const

export const revisionHeadTable = recordTable<RevisionHead>(
  'revision_heads',
  ['item_id', 'language_id'],
  { ...facts, path: 'object', length: 'integer', isSealed: 'flag', textAt: 'integer' },
)

export const revisionTable = recordTable<SealedRevision>(
  'revisions',
  ['item_id', 'language_id', 'number'],
  { ...facts, rootId: 'integer', base: 'integer', position: 'integer', data: 'text' },
)

export const retiredFieldTable = recordTable<RetiredField>('retired_fields', ['field_id'], {
  fieldId: 'integer',
  rootId: 'integer',
  luid: 'text',
  name: 'text',
  type: 'text',
})

/** Tables with rows of items, which are removed together with their items. */
export const tablesOfRevisions = [revisionHeadTable.name, revisionTable.name]

const listed = raw('item_id, language_id, number, kind, started_at, at, actor, name, fields')

export function revisionReads(connection: Connection): RevisionReads {
  const { dialect } = connection
  return {
    heads: (itemIds) =>
      revisionHeadTable.all(
        connection,
        sql`select * from revision_heads where ${dialect.isOneOf('item_id', itemIds)}
          order by item_id, language_id`,
      ),
    async page({ itemId, languageId, before, limit }) {
      const rows = await connection.all<object>(
        sql`select ${listed} from revisions
          where ${countingRows(dialect)}item_id = ${itemId} and language_id = ${languageId}
            and number < ${before}
          order by number desc limit ${limit}`,
      )
      return rows.map((row) => {
        const {
          rootId: _root,
          base: _base,
          position: _position,
          data: _data,
          ...own
        } = revisionTable.recordOf(row)
        return own
      })
    },
    find: (itemId, languageIds, number) =>
      revisionTable.first(
        connection,
        sql`select * from revisions where item_id = ${itemId}
          and ${dialect.isOneOf('language_id', languageIds)} and number = ${number}`,
      ),
    group: (group) =>
      revisionTable.all(
        connection,
        sql`select * from (select * from revisions where ${from(group)} order by number
            limit ${largestGroup}) r
          where base = ${group.base} order by number`,
      ),
    async onPaths(heads) {
      const distinct = (ids: readonly number[]): number[] => [...new Set(ids)]
      const numbers = distinct(heads.flatMap(({ path }) => path))
      if (numbers.length === 0) return []
      const itemIds = distinct(heads.map(({ itemId }) => itemId))
      const languageIds = distinct(heads.map(({ languageId }) => languageId))
      return revisionTable.all(
        connection,
        sql`select * from revisions where ${dialect.isOneOf('item_id', itemIds)}
          and ${dialect.isOneOf('language_id', languageIds)}
          and ${dialect.isOneOf('number', numbers)}`,
      )
    },
    groups: (itemId) =>
      selectRecords<RevisionGroup>(
        connection,
        sql`select item_id, language_id, base from revisions
          where item_id = ${itemId} and position = 0 order by base`,
      ),
    async expired(rootId, kinds, before, limit) {
      if (kinds.length === 0) return []
      return selectRecords<RevisionGroup & { number: number }>(
        connection,
        sql`select item_id, language_id, base, number from revisions
          where root_id = ${rootId} and ${dialect.isOneOf('kind', kinds)} and at < ${before}
            and name is null limit ${limit}`,
      )
    },
    retiredFields: (rootId) =>
      retiredFieldTable.all(
        connection,
        sql`select * from retired_fields where root_id = ${rootId} order by field_id`,
      ),
  }
}

export function revisionWrites(connection: Connection): RevisionWrites {
  const { dialect } = connection
  return {
    saveHeads: (heads) => revisionHeadTable.upsert(connection, heads),
    insert: (revisions) => revisionTable.insert(connection, revisions),
    async replaceGroup(group, revisions) {
      await connection.run(sql`delete from revisions where ${from(group)} and base = ${group.base}`)
      await revisionTable.insert(connection, revisions)
    },
    async rename(itemId, languageId, number, name) {
      for (const table of tablesOfRevisions) {
        await connection.run(
          sql`update ${raw(table)} set name = ${name}
            where item_id = ${itemId} and language_id = ${languageId} and number = ${number}`,
        )
      }
    },
    async removeLanguages(rootId, languageIds) {
      const isGone = dialect.isOneOf('language_id', languageIds)
      await connection.run(sql`delete from revisions where root_id = ${rootId} and ${isGone}`)
      await connection.run(
        sql`update revision_heads set path = '[]', length = 0, is_sealed = 1 where ${isGone}`,
      )
    },
    retireFields: (fields) => retiredFieldTable.upsert(connection, fields),
  }
}

/** The revisions of a language from the first one of a group on. The group is at their start. */
function from({ itemId, languageId, base }: RevisionGroup): Sql {
  return sql`item_id = ${itemId} and language_id = ${languageId} and number >= ${base}`
}
