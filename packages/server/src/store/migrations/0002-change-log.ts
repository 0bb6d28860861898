import type { Dialect } from '../dialect.ts'

/** Positions in the change log that outlive a process, and what is counted while serving. */
export function changeLog(dialect: Dialect): string {
  const { textType: text, clustered } = dialect
  return `
    ${dialect.changeLogColumns}
    create table followers (
      name ${text} not null primary key,
      position ${text} not null,
      holder ${text} not null,
      held_until bigint not null
    )${clustered};
    create table usage_days (
      root_id bigint not null,
      date ${text} not null,
      key_id bigint not null,
      reads bigint not null,
      writes bigint not null,
      cache_hits bigint not null,
      errors bigint not null,
      primary key (root_id, date, key_id)
    )${clustered};
    create table key_uses (
      key_id bigint not null primary key,
      last_used_at bigint not null
    )${clustered};
  `
}
