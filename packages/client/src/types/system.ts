import type { SpaceShape, Status } from './space.ts'

/** The system properties of an item. Times are ISO 8601 in UTC. */
export interface SystemProperties<S extends SpaceShape, M> {
  _id: number
  _model: M
  _title: string
  _created_at: string
  _updated_at: string
  _published_at: string | null
  _last_published_at: string | null
  _status: Status
  /** Only if the space has sub-spaces. */
  _space: S['spaces']
}

/** The system properties that items of a space have. */
export type ShownSystem<S extends SpaceShape, M> = S['hasSubSpaces'] extends false
  ? Omit<SystemProperties<S, M>, '_space'>
  : SystemProperties<S, M>
