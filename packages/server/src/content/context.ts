import type { Store } from '../store/store.ts'
import type { Schemas } from '../store/cache/schemas.ts'

/** The dependencies of every use case. Tests set the time through `now`. */
export interface ContentContext {
  readonly store: Store
  readonly schemas: Schemas
  now(): number
  /** The clock of a database that several machines share. Only tests override it. */
  databaseNow?(): number
}
