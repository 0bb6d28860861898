import type { Connection } from '../dialect.ts'
import type { Reading } from '../../reading.ts'
import type { State } from '../../versions/versions.ts'
import { readFacets } from './facets.ts'
import { lookups } from './lookups.ts'
import type { ReadCache } from './read-cache.ts'
import { readPage } from './page.ts'
import { readNeighbours } from './read-neighbours.ts'

export function createReading(connection: Connection, cache: ReadCache, state: State): Reading {
  return {
    ...lookups(connection),
    page: (selection, request) => readPage(selection, request, connection, cache, state),
    facets: (selection, facets) => readFacets(selection, facets, connection, cache),
    neighbours: (selection, itemId, sides) =>
      readNeighbours(selection, itemId, sides, connection, cache),
  }
}
