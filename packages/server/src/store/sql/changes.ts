import type { Connection } from './dialect.ts'
import type { EventType } from '@octavo/schema/events.ts'
import type { Change, LoggedEvent } from '../records.ts'
import type { ChangeReads, ChangeWrites } from '../store.ts'
import { pruneChanges } from './prune-changes.ts'
import { recordTable } from './record-table.ts'
import { selectValue } from './rows.ts'
import { sql } from './sql.ts'

/** Scopes and events are stored as one text each, separated by spaces. */
type StoredChange = Omit<Change, 'scopes' | 'events'> & { scopes: string; events: string }

export const changeTable = recordTable<StoredChange>('changes', ['seq'], {
  seq: 'integer',
  at: 'integer',
  rootId: 'integer',
  kind: 'text',
  subjectId: 'integer',
  modelId: 'integer',
  actor: 'text',
  action: 'text',
  scopes: 'text',
  spaceId: 'integer',
  events: 'text',
  batch: 'integer',
  address: 'text',
})

export function changeReads(connection: Connection): ChangeReads {
  return {
    async after(seq, limit) {
      const rows = await connection.all<object>(
        sql`select * from changes where seq > ${seq} order by seq limit ${limit}`,
      )
      return rows.map(changeOf)
    },
    latest: async () =>
      (await selectValue<number>(connection, sql`select max(seq) as seq from changes`)) ?? 0,
  }
}

/** The write that changes belong to. */
export interface Appending {
  /** Receives the added changes with their numbers. */
  readonly appended: Change[]
  /** The network address of the client. */
  readonly address: string | null
}

export function changeWrites(
  connection: Connection,
  { appended, address }: Appending,
): ChangeWrites {
  return {
    async append(changes, allocated) {
      if (changes.length === 0) return []
      const ids =
        allocated ?? (await connection.dialect.ids.allocate(connection, 'change', changes.length))
      const numbered = changes.map((change, index) => ({
        spaceId: null,
        events: [],
        ...change,
        seq: ids[index] ?? 0,
        batch: ids[0] ?? 0,
        address,
      }))
      await changeTable.insert(
        connection,
        numbered.map((change) => ({
          ...change,
          scopes: change.scopes.join(' '),
          events: change.events.map(eventText).join(' '),
        })),
      )
      appended.push(...numbered)
      return numbered
    },
    prune: (request) => pruneChanges(connection, request),
  }
}

export function changeOf(row: object): Change {
  const { scopes, events, ...change } = changeTable.recordOf(row)
  return {
    ...change,
    scopes: scopes === '' ? [] : scopes.split(' ').map(Number),
    events: events === '' ? [] : events.split(' ').map(eventOf),
  }
}

/** `item.published:3`, and with `:draft` at the end if only readers of drafts may receive it. */
function eventText({ type, languageId, isDraft }: LoggedEvent): string {
  return `${type}:${languageId}${isDraft ? ':draft' : ''}`
}

function eventOf(text: string): LoggedEvent {
  const [type, languageId, draft] = text.split(':')
  return {
    type: type as EventType,
    languageId: Number(languageId),
    isDraft: draft !== undefined,
  }
}
