import type { CallOptions } from './options.ts'
import type { ModelName, SpaceShape } from './space.ts'

/** What a change means for readers. After `reset`, everything may have changed. */
export type ChangeType =
  | 'item.created'
  | 'item.updated'
  | 'item.published'
  | 'item.unpublished'
  | 'item.archived'
  | 'item.restored'
  | 'item.deleted'
  | 'media.created'
  | 'media.updated'
  | 'media.deleted'
  | 'schema.changed'
  | 'release.published'
  | 'reset'

/** A change that the key may see. */
export interface ChangeEvent<S extends SpaceShape = SpaceShape> {
  readonly type: ChangeType
  /** When the change was made. */
  readonly timestamp: string
  readonly data: {
    /** Id of the item or media item; `null` if the event stands for several. */
    readonly id: number | null
    readonly model: ModelName<S> | null
    readonly space: S['spaces'] | null
    readonly lang: S['languages'] | null
    /** Cache tags of the results that may be stale. */
    readonly tags: readonly string[]
  }
  /** Pass it as `lastEventId` to continue after this event. */
  readonly lastEventId: string
}

/** Options of `changes`. A filter applies to events that have the property. */
export interface ChangesOptions<S extends SpaceShape> extends CallOptions {
  readonly model?: ModelName<S> | readonly ModelName<S>[]
  readonly space?: S['spaces'] | readonly S['spaces'][]
  readonly lang?: S['languages'] | readonly S['languages'][]
  /** Continues after this event. Default: with the next change. */
  readonly lastEventId?: string
  /** Called each time the connection is open. */
  readonly onConnect?: () => void
  /** Called with the reason each time the connection is lost. The client connects again by itself. */
  readonly onDisconnect?: (reason: unknown) => void
}

/** Receives a result each time it has changed, or the reason why it cannot be read. */
export type Receive<Result> = (result: Result | undefined, error: unknown) => void
