/** Look-ups by id: entries, bodies and link targets. */
import { viewBits } from '@octavo/schema/schema.ts'
import type { Visibility } from '../../../query/tree.ts'
import type { Connection, Dialect } from '../dialect.ts'
import type { Entry, LinkShape, LinkTargets, Reading } from '../../reading.ts'
import type { Focus } from '../../records.ts'
import { mediaReads } from '../media.ts'
import { mediaList } from '../studio/media-list.ts'
import { join, raw, sql, type Sql } from '../sql.ts'
import { all, inRule, isIn, viewBitOf, type ReadContext } from './context.ts'
import { addDetails } from './media-details.ts'

export interface EntryRow {
  item_id: number
  document_id: number
  scope: number
  model_id: number
  space_id: number
  created_at: number
  language_mask: number
  body: LongText | null
}

/** Long text as the driver returns it. */
type LongText = string | Uint8Array

function bytesOf(long: LongText): Buffer {
  if (typeof long === 'string') return Buffer.from(long)
  return Buffer.from(long.buffer, long.byteOffset, long.byteLength)
}

/** Above this number of entries, bodies are charged by length. */
const maxUncounted = 16

/** The document of an entry `e`. */
function bodyOfEntry({ reading }: Dialect): Sql {
  return raw(`(select ${reading.longText('d.body')} from documents d where d.id = e.document_id)`)
}

/** The same, charged by length, for many documents of any length. */
export function countedBodyOfEntry({ reading }: Dialect): Sql {
  return sql`(select ${countedBody(reading, 'd.body')} from documents d where d.id = e.document_id)`
}

const bytesPerUnit = 500

function countedBody(reading: Dialect['reading'], column: string): Sql {
  const units = raw(`octet_length(${column}) / ${bytesPerUnit}`)
  return reading.guarded(units, raw(reading.longText(column)))
}

export function entryOf(row: EntryRow): Entry {
  return {
    itemId: row.item_id,
    documentId: row.document_id,
    scope: row.scope,
    modelId: row.model_id,
    spaceId: row.space_id,
    createdAt: row.created_at,
    languageMask: row.language_mask,
    body: row.body === null ? null : bytesOf(row.body),
  }
}

export function entryColumns({ visibility }: ReadContext): Sql {
  return raw(`e.item_id, e.document_id, e.language_id * 2 + ${viewBitOf(visibility) - 1} as scope,
    e.model_id, e.space_id, e.created_at, e.language_mask`)
}

export function lookups(
  connection: Connection,
): Pick<
  Reading,
  | 'entries'
  | 'newestDocument'
  | 'derivedForms'
  | 'bodies'
  | 'linkTargets'
  | 'media'
  | 'visibleMedia'
> {
  const { dialect } = connection
  return {
    async entries(visibility, itemIds) {
      const query = entriesQuery(itemIds, { dialect, visibility })
      const rows = await connection.all<EntryRow>(query)
      return rows.map(entryOf)
    },
    async newestDocument(itemId, view) {
      const [row] = await connection.all<{ id: number }>(
        sql`select max(document_id) as id from entries
          where item_id = ${itemId} and (views & ${viewBits[view]}) <> 0`,
      )
      return row?.id ?? 0
    },
    async derivedForms() {
      const [row] = await connection.all<{ completed: string | null; oldest: string | null }>(
        sql`select (select position from followers where name = 'upkeep') as completed,
          (select digest from documents order by id limit 1) as oldest`,
      )
      return { completed: row?.completed ?? '', oldest: row?.oldest ?? undefined }
    },
    async bodies(documentIds) {
      const rows = await connection.all<{ id: number; body: LongText }>(
        sql`select id, ${countedBody(dialect.reading, 'body')} as body
          from documents where ${dialect.isOneOf('id', documentIds)}`,
      )
      return new Map(rows.map(({ id, body }) => [id, bytesOf(body)]))
    },
    linkTargets: (visibility, itemIds, mediaIds, shape) =>
      linkTargets(connection, visibility, itemIds, mediaIds, shape),
    media: (filter, window) => mediaList(connection, filter, window),
    async visibleMedia(ids) {
      const found = await mediaReads(connection, false).load(ids)
      return found.filter(({ archivedAt, deletedAt }) => archivedAt === null && deletedAt === null)
    },
  }
}

function entriesQuery(itemIds: readonly number[], context: ReadContext): Sql {
  const { dialect } = context
  const body = itemIds.length > maxUncounted ? countedBodyOfEntry(dialect) : bodyOfEntry(dialect)
  return visible(sql`${entryColumns(context)}, ${body} as body`, itemIds, context)
}

/** Selects columns of the visible items among these ids. */
function visible(
  selected: Sql,
  itemIds: readonly number[],
  { dialect, visibility }: ReadContext,
): Sql {
  const queries = visibility.scopes.map((rule) => {
    const conditions = [inRule('e', rule), isIn(dialect, 'e.item_id', itemIds)]
    if (visibility.spaceIds) conditions.push(isIn(dialect, 'e.space_id', visibility.spaceIds))
    return sql`select ${selected} from entries e where ${all(conditions)}`
  })
  return join(queries, ' union all ')
}

interface TargetRow {
  id: number
  space_id: number
  /** Null for media. */
  model_id: number | null
  filename: string | null
  alt: string | null
  focus: string | null
}

async function linkTargets(
  connection: Connection,
  visibility: Visibility,
  itemIds: readonly number[],
  mediaIds: readonly number[],
  { own, main, hasMediaDetails }: LinkShape,
): Promise<LinkTargets> {
  const { dialect } = connection
  const items = visible(
    raw('e.item_id as id, e.space_id, e.model_id, null as filename, null as alt, null as focus'),
    itemIds,
    { dialect, visibility },
  )
  const media = sql`select m.id, m.space_id, cast(null as bigint) as model_id, m.filename,
      coalesce(own.alt, main.alt, '') as alt, m.focus
    from media m
    left join media_alts own on own.media_id = m.id and own.language_id = ${own}
    left join media_alts main on main.media_id = m.id and main.language_id = ${main}
    where ${dialect.isOneOf('m.id', mediaIds)} and m.archived_at is null and m.deleted_at is null`
  const queries = [...(itemIds.length > 0 ? [items] : []), ...(mediaIds.length > 0 ? [media] : [])]
  const found: LinkTargets = { visible: new Map(), media: new Map() }
  if (queries.length === 0) return found
  for (const row of await connection.all<TargetRow>(join(queries, ' union all '))) {
    const { id, space_id: spaceId, model_id: modelId, filename, alt, focus } = row
    if (modelId !== null) found.visible.set(id, { modelId, spaceId })
    else {
      const point = focus === null ? null : (JSON.parse(focus) as Focus)
      found.media.set(id, { spaceId, filename: filename ?? '', alt: alt ?? '', focus: point })
    }
  }
  if (hasMediaDetails) await addDetails(connection, found.media)
  return found
}
