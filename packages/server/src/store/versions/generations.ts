/**
 * Numbers that let those who remember what they read know whether it may be out of date. A change of
 * items is counted where the change log names each of them, anything else apart from that: who finds as
 * many items in the log as were counted knows what changed.
 */
import { shardCount, type Connection, type Dialect } from '../sql/dialect.ts'
import { changeable } from './versions.ts'
import { join, literal, raw, sql, type Sql } from '../sql/sql.ts'

/** Behind the shards that count other changes, others count what the change log tells item by item. */
const firstLoggedShard = shardCount
/** After more changes than this, nobody asks which ones. */
const mostLogged = 1_000

/** Something changed, and the log does not say what. */
export async function bumpGenerations(
  connection: Connection,
  ids: readonly number[],
): Promise<void> {
  const { shard } = connection.dialect
  for (const id of ids) await connection.run(addition(id, shard, 1))
}

/** So many items of each model changed, each of which is in the log with the scopes it changed in. */
export async function bumpLogged(
  connection: Connection,
  itemsByModel: ReadonlyMap<number, number>,
): Promise<void> {
  const shard = sql`${literal(firstLoggedShard)} + ${connection.dialect.shard}`
  const models = [...itemsByModel].toSorted(([a], [b]) => a - b)
  for (const [id, count] of models) await connection.run(addition(id, shard, count))
}

function addition(id: number, shard: Sql, count: number): Sql {
  return sql`insert into generations (model_id, shard, value) values (${id}, ${shard}, ${count})
    on conflict (model_id, shard) do update set value = generations.value + excluded.value`
}

/** All at once, where nobody knows what was touched: what was never counted may be remembered too. */
export function bumpEverything(connection: Connection): Promise<void> {
  const changeables = Object.values(changeable).map((id) => sql`(${literal(id)})`)
  return connection.run(
    sql`insert into generations (model_id, shard, value)
      select model_id, 0, 1 from
        (select model_id from generations union values ${join(changeables, ', ')}) every where true
      on conflict (model_id, shard) do update set value = generations.value + 1`,
  )
}

/** How things stand, and what was logged since they stood otherwise. */
export interface Standing {
  /** By model; all changes. */
  readonly counts: ReadonlyMap<number, number>
  /** Of all models together. */
  readonly total: number
  /** Those that were counted as logged. */
  readonly logged: ReadonlyMap<number, number>
  /** How far the log reached. */
  readonly position: string
  /** From where on `changed` tells; empty where nothing was asked. */
  readonly since: string
  /** Items by model, one as often as it is logged; undefined where there are too many. */
  readonly changed: ReadonlyMap<number, readonly number[]> | undefined
}

type Before = Pick<Standing, 'position' | 'total'>

/** All that a `Standing` tells, as one text; more often asked for than anything else. */
export function standingQuery(dialect: Dialect, before: Before | undefined): Sql {
  return sql`select ${standingText(dialect, before)} as text`
}

/** The same along with something else. */
export function standingText(dialect: Dialect, before: Before | undefined): Sql {
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
        order by ${reading.logOrder} limit ${literal(mostLogged + 1)}) later) end, '')`
}

export function standingIn(text: string): Standing {
  const [numbers = '{}', position = '', since = '', names = ''] = text.split('|')
  const counts = new Map<number, number>()
  const logged = new Map<number, number>()
  let total = 0
  for (const [name, value] of Object.entries(JSON.parse(numbers) as Record<string, number>)) {
    const id = Math.floor(Number(name) / 2)
    counts.set(id, (counts.get(id) ?? 0) + value)
    total += value
    if (Number(name) % 2 !== 0) logged.set(id, value)
  }
  return { counts, total, logged, position, since, changed: changedIn(names) }
}

function changedIn(names: string): Map<number, number[]> | undefined {
  const changed = new Map<number, number[]>()
  const all = names === '' ? [] : names.split(',')
  if (all.length > mostLogged) return undefined
  for (const name of all) {
    const [modelId = 0, itemId = 0] = name.split(':').map(Number)
    changed.getOrInsertComputed(modelId, () => []).push(itemId)
  }
  return changed
}
