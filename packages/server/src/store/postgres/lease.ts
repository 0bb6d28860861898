import { randomUUID } from 'node:crypto'
import type { Connection } from '../sql/dialect.ts'
import { LeaseLost, type Lease, type LeaseClock } from '../lease.ts'
import { sql } from '../sql/sql.ts'
import { clockOfDatabase } from './dialect.ts'

/**
 * In milliseconds. A holder that dies is replaced after this time and a round trip, in less than two
 * seconds.
 */
const leaseTime = 1_800
const renewalPause = 1_000
/** The holder stops this much earlier, because its clock may run slower than that of the database. */
const safetyMargin = 100
/** A waiting process tries again this long after the lease has expired. */
const waitMargin = 10

interface Attempt {
  is_held: boolean
  /** Remaining time of the lease before this attempt. */
  time_left: number
}

/** A lease stored as a row with an expiry time, by the clock of the database. */
export function openPostgresLease(
  connection: Pick<Connection, 'all' | 'run'>,
  name: string,
  clock: LeaseClock,
): Lease {
  /** A new id each time the lease is taken, so that a stale holder cannot save its position. */
  let holder = ''
  let heldUntil = -Infinity
  const isHeld = (): boolean => clock.now() < heldUntil

  async function attempt(): Promise<Attempt> {
    const time = clock.databaseNow ? sql`${clock.databaseNow()}::bigint` : clockOfDatabase
    const [row] = await connection.all<Attempt>(
      sql`with clock as materialized (select ${time} as now),
        taken as (
          insert into followers (name, position, holder, held_until)
            select ${name}, '', ${holder}, now + ${leaseTime}::bigint from clock
          on conflict (name) do update
            set holder = excluded.holder, held_until = excluded.held_until
            where followers.holder = excluded.holder
              or followers.held_until <= excluded.held_until - ${leaseTime}::bigint
          returning 1
        )
        select exists (select 1 from taken) as is_held,
          coalesce((select held_until - now from followers where name = ${name}), 0) as time_left
        from clock`,
    )
    return row ?? { is_held: false, time_left: 0 }
  }

  return {
    async take() {
      const sentAt = clock.now()
      if (!isHeld()) {
        const hasExpired = heldUntil > -Infinity
        heldUntil = -Infinity
        if (hasExpired) return { isHeld: false, takeAgainAfter: 0 }
        holder = randomUUID()
      }
      const { is_held, time_left } = await attempt()
      heldUntil = is_held ? sentAt + leaseTime - safetyMargin : -Infinity
      const timeUntilFree = Math.min(Math.max(time_left, 0), leaseTime) + waitMargin
      return { isHeld: is_held, takeAgainAfter: is_held ? renewalPause : timeUntilFree }
    },
    isHeld,
    async loadPosition() {
      const [row] = await connection.all<{ position: string }>(
        sql`select position from followers where name = ${name}`,
      )
      return row?.position ?? ''
    },
    async savePosition(position) {
      const saved = await connection.all(
        sql`update followers set position = ${position}
          where name = ${name} and holder = ${holder} returning name`,
      )
      if (saved.length === 0) throw new LeaseLost(name)
    },
    async release() {
      heldUntil = -Infinity
      await connection.run(
        sql`update followers set held_until = 0 where name = ${name} and holder = ${holder}`,
      )
    },
  }
}
