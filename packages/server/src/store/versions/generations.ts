/**
 * Counters that show whether cached values may be out of date. Changes of items that the change log names
 * one by one are counted separately from all other changes: if the log contains as many items as were
 * counted, exactly these items changed.
 */
import { shardCount, type Connection, type Dialect } from '../sql/dialect.ts'
import { changeable } from '../../query/changeable.ts'
import { join, literal, raw, sql, type Sql } from '../sql/sql.ts'

/** The shards from here on count the changes that the change log names item by item. */
const firstLoggedShard = shardCount
/**
 * Beyond this number of changes, the changed items are not returned. With a low limit, PostgreSQL uses the index
 * although it has no statistics yet.
 */
const maxLogged = 100

/** Counts a change that the log does not describe. */
export async function bumpGenerations(
  connection: Connection,
  ids: readonly number[],
): Promise<void> {
  const { shard } = connection.dialect.counts
  for (const id of ids) await connection.run(addition(id, shard, 1))
}

/** Counts changed items by model. Each of them is in the log with the scopes it changed in. */
export async function bumpLogged(
  connection: Connection,
  itemsByModel: ReadonlyMap<number, number>,
): Promise<void> {
  const shard = sql`${literal(firstLoggedShard)} + ${connection.dialect.counts.shard}`
  const models = [...itemsByModel].toSorted(([a], [b]) => a - b)
  for (const [id, count] of models) await connection.run(addition(id, shard, count))
}

function addition(id: number, shard: Sql, count: number): Sql {
  return sql`insert into generations (model_id, shard, value) values (${id}, ${shard}, ${count})
    on conflict (model_id, shard) do update set value = generations.value + excluded.value`
}

/**
 * Increments all counters when the affected models are unknown. Values without a counter may be cached too.
 */
export function bumpEverything(connection: Connection): Promise<void> {
  const changeables = Object.values(changeable).map((id) => sql`(${literal(id)})`)
  return connection.run(
    sql`insert into generations (model_id, shard, value)
      select model_id, 0, 1 from
        (select model_id from generations union values ${join(changeables, ', ')}) every where true
      on conflict (model_id, shard) do update set value = generations.value + 1`,
  )
}

/** The counters, and the items that were logged since an earlier position. */
export interface VersionCounts {
  /** All changes by model. */
  readonly byModel: ReadonlyMap<number, number>
  /** Sum of all models. */
  readonly total: number
  /** The changes that were counted as logged, by model. */
  readonly logged: ReadonlyMap<number, number>
  /** The end of the log. */
  readonly position: string
  /** The position after which `changed` starts; empty if none was requested. */
  readonly since: string
  /** Changed items by model, repeated for each log entry; undefined if there are too many. */
  readonly changed: ReadonlyMap<number, readonly number[]> | undefined
}

type Before = Pick<VersionCounts, 'position' | 'total'>

/** A query for `VersionCounts` as one text. This is the most frequent query of all. */
export function versionsQuery(dialect: Dialect, before: Before | undefined): Sql {
  return sql`select ${versionsText(dialect, before)} as text`
}

/** The same as an expression within another statement. */
export function versionsText(dialect: Dialect, before: Before | undefined): Sql {
  const { textOfPairs, logPosition } = dialect.reading
  const since = before?.position ?? ''
  return sql`(select coalesce(counts, '{}') || '|' || ${logPosition} || '|' || cast(${since} as text)
      || '|' || ${before ? changedText(dialect, before) : raw(`''`)}
    from (select ${textOfPairs} as counts, cast(sum(value) as bigint) as total from
      (select model_id * 2 + case when shard < ${literal(firstLoggedShard)} then 0 else 1 end as id,
        cast(sum(value) as bigint) as value from generations group by 1) every) summed)`
}

function changedText({ reading }: Dialect, { total, position }: Before): Sql {
  return sql`coalesce(case when total = cast(${total} as bigint) then ''
    else (select string_agg(model_id || ':' || subject_id, ',') from
      (select model_id, subject_id from changes${reading.byPrimaryKey('changes')}
        where ${reading.isLoggedAfter(position)} and kind = 'item' and scopes <> ''
        order by ${reading.logOrder} limit ${literal(maxLogged + 1)}) later) end, '')`
}

export function parseVersionCounts(text: string): VersionCounts {
  const [numbers = '{}', position = '', since = '', names = ''] = text.split('|')
  const byModel = new Map<number, number>()
  const logged = new Map<number, number>()
  let total = 0
  for (const [name, value] of Object.entries(JSON.parse(numbers) as Record<string, number>)) {
    const id = Math.floor(Number(name) / 2)
    byModel.set(id, (byModel.get(id) ?? 0) + value)
    total += value
    if (Number(name) % 2 !== 0) logged.set(id, value)
  }
  return { byModel, total, logged, position, since, changed: changedIn(names) }
}

function changedIn(names: string): Map<number, number[]> | undefined {
  const changed = new Map<number, number[]>()
  const all = names === '' ? [] : names.split(',')
  if (all.length > maxLogged) return undefined
  for (const name of all) {
    const [modelId = 0, itemId = 0] = name.split(':').map(Number)
    changed.getOrInsertComputed(modelId, () => []).push(itemId)
  }
  return changed
}
