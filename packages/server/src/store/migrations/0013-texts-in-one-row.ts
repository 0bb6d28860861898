import { textSeparator } from '@octavo/schema/fold.ts'
import type { Connection, Dialect } from '../dialect.ts'
import { literal, raw, sql, type Sql } from '../sql/sql.ts'

/** Few enough to be sorted in little memory. */
const documentsAtOnce = 1000
const shortLength = 200

/**
 * All texts of a document are one row: each had one or two in tables of their own, with an index beside.
 * Documents are found by the entries that show them, and need no index by item.
 */
export async function textsInOneRow(connection: Connection, dialect: Dialect): Promise<void> {
  const { idType, textType: text, jsonType: json, kind } = dialect
  await connection.script(`
    create table document_texts (
      document_id ${idType} not null primary key,
      spans ${json} not null,
      short_texts ${text} not null,
      long_texts ${text} not null,
      rests ${text} not null
    );
    ${kind === 'sqlite' ? '' : searchedInPlace}
    drop index documents_by_item;
  `)
  const [row] = await connection.all<{ highest: number | null }>(
    sql`select max(id) as highest from documents`,
  )
  for (let after = 0; after < (row?.highest ?? 0); after += documentsAtOnce) {
    await connection.run(copied(kind, after, after + documentsAtOnce))
  }
  await connection.script('drop table search_texts; drop table key_rests;')
}

/** Rests leave the row first: what is looked into for every search stays in it while it fits. */
const searchedInPlace = `
  alter table document_texts alter column short_texts set storage main;
  alter table document_texts alter column long_texts set storage main;
`

/** Those of documents after one up to another. In each place they lie in the order of what they are. */
function copied(kind: Dialect['kind'], after: number, upTo: number): Sql {
  const { spans, joined } = aggregates[kind]
  const texts = [0, 1, 2].map(
    (place) => `coalesce(${joined(parted)} filter (where place = ${place}), '')`,
  )
  return sql`insert into document_texts (document_id, spans, short_texts, long_texts, rests)
    select document_id, ${raw(spans)}, ${raw(texts.join(', '))} from
      (select document_id, name, text, length(text) as size, place,
        1 + coalesce(sum(length(text) + 2) over (partition by document_id, place
          order by text rows between unbounded preceding and 1 preceding), 0) as start
      from (select document_id, cast(field_id as text) as name, text,
          case when length(text) > ${literal(shortLength)} then 1 else 0 end as place
        from search_texts where document_id > ${after} and document_id <= ${upTo}
        union all select distinct e.document_id, r.rest_digest, r.rest, 2 from entries e
          join index_keys k on k.item_id = e.item_id and k.language_id = e.language_id
            and (k.views & e.views) <> 0 and k.rest_digest <> ''
          join key_rests r on r.item_id = k.item_id and r.language_id = k.language_id
            and r.field_id = k.field_id and r.rest_digest = k.rest_digest
        where e.document_id > ${after} and e.document_id <= ${upTo}) placed) spanned
    group by document_id`
}

const parted = `'${textSeparator.repeat(2)}' order by text`

const aggregates = {
  sqlite: {
    spans: `json_group_object(name, json_array(place, start, size))`,
    joined: (how: string) => `group_concat(text, ${how})`,
  },
  postgres: {
    spans: 'json_object_agg(name, json_build_array(place, start, size))',
    joined: (how: string) => `string_agg(text, ${how})`,
  },
} as const
