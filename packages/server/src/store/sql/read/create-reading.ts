import type { Connection, Dialect } from '../../dialect.ts'
import type { Page, Reading } from '../../reading.ts'
import { nameOfSelection } from '../../../query/selection-name.ts'
import type { State } from '../states.ts'
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
    ...lookups(connection, dialect, memory),
    page: (selection, window, knownOf) => {
      const wanted = { ...window, wantsBodies: knownOf !== undefined }
      const name = `${JSON.stringify(wanted)} ${nameOfSelection(selection)}`
      const read = (): Promise<Page> =>
        readPage(selection, wanted, connection, dialect, memory, state)
      return memory.underWay(connection).share(name, read)
    },
    neighbours: (selection, itemId, sides) =>
      readNeighbours(selection, itemId, sides, connection, dialect, memory),
  }
}
