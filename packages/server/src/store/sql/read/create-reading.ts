import { nameOfSelection } from '../../../query/tree.ts'
import type { Connection, Dialect } from '../dialect.ts'
import type { Page, Reading } from '../../reading.ts'
import type { State } from '../../versions/states.ts'
import { lookups } from './lookups.ts'
import type { ReadMemory } from './memory.ts'
import { readPage } from './page.ts'
import { readNeighbours } from './read-neighbours.ts'

export function createReading(
  connection: Connection,
  dialect: Dialect,
  memory: ReadMemory,
  state: State,
): Reading {
  return {
    ...lookups(connection, dialect),
    page(selection, request) {
      const name = `${JSON.stringify(request)} ${nameOfSelection(selection)}`
      return shared(connection, name, () =>
        readPage(selection, request, connection, dialect, memory, state),
      )
    },
    neighbours: (selection, itemId, sides) =>
      readNeighbours(selection, itemId, sides, connection, dialect, memory),
  }
}

/** Pages that are being read, by the connection in whose transaction they are. */
const pending = new WeakMap<Connection, Map<string, Promise<Page>>>()

/** Requests for the same page in one transaction wait for one of them to read it. */
function shared(connection: Connection, name: string, read: () => Promise<Page>): Promise<Page> {
  const pages = pending.getOrInsertComputed(connection, () => new Map())
  return pages.getOrInsertComputed(name, () => read().finally(() => pages.delete(name)))
}
