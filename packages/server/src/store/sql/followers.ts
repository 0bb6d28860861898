import type { Connection, Dialect } from '../dialect.ts'
import type { Followers } from '../store.ts'
import { sql } from './sql.ts'

interface FollowerRow {
  position: string
  holder: string
  held_until: number
}

export function followers(connection: Connection, dialect: Dialect): Followers {
  return {
    async take(name, holder, { now, until }) {
      await connection.run(
        sql`insert into followers (name, position, holder, held_until)
          values (${name}, '', ${holder}, 0) on conflict (name) do nothing`,
      )
      const [row] = await connection.all<FollowerRow>(
        sql`select position, holder, held_until from followers
          where name = ${name}${dialect.forUpdate}`,
      )
      if (!row || (row.holder !== holder && row.held_until > now)) return undefined
      await connection.run(
        sql`update followers set holder = ${holder}, held_until = ${until} where name = ${name}`,
      )
      return row.position
    },
    save: (name, holder, position) =>
      connection.run(
        sql`update followers set position = ${position} where name = ${name} and holder = ${holder}`,
      ),
    release: (name, holder) =>
      connection.run(
        sql`update followers set held_until = 0 where name = ${name} and holder = ${holder}`,
      ),
  }
}
