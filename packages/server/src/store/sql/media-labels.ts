import type { Connection } from './dialect.ts'
import type { LabelCount, LabelFilter, MediaLabels } from '../media.ts'
import { raw, sql } from './sql.ts'

/** More than a person can choose from. */
const most = 2_000

export async function mediaLabels(
  connection: Connection,
  { rootId, spaceIds }: LabelFilter,
): Promise<MediaLabels> {
  const { dialect } = connection
  const isInSpaces = spaceIds ? sql`and ${dialect.isOneOf('m.space_id', spaceIds)}` : raw('')
  const isShown = sql`m.root_id = ${rootId} and m.archived_at is null and m.deleted_at is null
    ${isInSpaces}`
  const folders = await connection.all<LabelCount>(
    sql`select m.folder as name, count(*) as count from media m where ${isShown}
      group by m.folder order by m.folder limit ${most}`,
  )
  const tags = await connection.all<LabelCount>(
    sql`select t.tag as name, count(*) as count from media_tags t join media m on m.id = t.media_id
      where ${isShown} group by t.tag order by t.tag limit ${most}`,
  )
  return { folders, tags }
}
