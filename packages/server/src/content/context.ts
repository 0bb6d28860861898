import type { Store } from '../store/store.ts'
import type { Schemas } from '../store/cache/schemas.ts'

/** What every use case needs; time is passed in so that tests can set it. */
export interface ContentContext {
  readonly store: Store
  readonly schemas: Schemas
  now(): number
}
