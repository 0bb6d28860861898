/** The latest work of users, from the latest revision of each language of an item. */
import type { Connection } from '../dialect.ts'
import type { RecentFilter, RecentRevision, StudioReads } from '../../studio-reads.ts'
import { selectRecords } from '../rows.ts'
import { raw, sql, type Sql } from '../sql.ts'

/** Revisions that are examined, so that the work does not depend on how much other root spaces change. */
const mostExamined = 500

/** Equal to the conditions of the indexes `drafts_of_users` and `publications_of_users`. */
const isByUser = raw(`actor >= 'user:' and actor < 'user;'`)
const isPublication = sql`kind = 'publish' and ${isByUser}`
const isEdit = sql`kind <> 'publish' and ${isByUser}`

export function recentReads(
  connection: Connection,
): Pick<StudioReads, 'recentDrafts' | 'recentPublications'> {
  const { dialect } = connection

  function recent(
    examined: Sql,
    shown: Sql,
    { rootId, spaceIds }: RecentFilter,
    limit: number,
  ): Promise<RecentRevision[]> {
    const inSpaces = spaceIds ? sql` and ${dialect.isOneOf('items.space_id', spaceIds)}` : raw('')
    return selectRecords(
      connection,
      sql`select h.item_id, h.language_id, h.at, h.actor from (
          select item_id, language_id, at, actor from revision_heads where ${examined}
          order by at desc limit ${mostExamined}) h
        join items on items.id = h.item_id
        join item_languages l on l.item_id = h.item_id and l.language_id = h.language_id
        where items.root_id = ${rootId} and archived_at is null and deleted_at is null
          and ${shown}${inSpaces}
        order by h.at desc, h.item_id desc, h.language_id limit ${limit}`,
    )
  }

  return {
    recentDrafts: ({ actor, ...filter }, limit) =>
      recent(
        sql`actor = ${actor} and ${isEdit}`,
        raw('l.draft_updated_at is not null'),
        filter,
        limit,
      ),
    recentPublications: (filter, limit) =>
      recent(isPublication, raw('l.published_updated_at is not null'), filter, limit),
  }
}
