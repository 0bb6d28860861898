import type { Inclusion } from './item.ts'
import type { FacetName } from './facets.ts'
import type { Formats } from './select.ts'
import type { Depth, ModelName, SpaceShape } from './space.ts'
import type { Order, Where } from './where.ts'
import type { FieldInputs, Translations } from './write.ts'

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal
}

/** Options that select items and a language. */
export interface SelectionOptions<
  S extends SpaceShape,
  M extends ModelName<S>,
> extends CallOptions {
  /** One or several models. Default: all. */
  readonly model?: M | readonly M[]
  /** Conditions that must all match. Use a list to repeat an operator. */
  readonly where?: Where<S, M> | readonly Where<S, M>[]
  /** Keywords that must all be in the texts of an item. A comma also separates keywords. */
  readonly contains?: string | readonly string[]
  /** Default: the main language. */
  readonly lang?: S['languages']
  /** Returns the main language for items without `lang`. */
  readonly langFallback?: boolean
  /** One or several spaces. Default: all that the key can read. */
  readonly space?: S['spaces'] | readonly S['spaces'][]
  /** Reads as if these releases were published, in this order. Needs a key that reads drafts. */
  readonly release?: string | readonly string[]
  /**
   * Reads the site as it will be at this time, such as `2026-12-01T00:00:00Z`, with everything that is
   * planned until then. Needs a key that reads drafts.
   */
  readonly at?: string
}

/** Options for the shape of items. */
export interface ShapeOptions<
  S extends SpaceShape,
  M extends ModelName<S>,
  Sel,
  D extends Depth,
  Details extends 'details' | undefined = 'details' | undefined,
> {
  /** Properties to return. Default: all. */
  readonly select?: Sel
  /** Depth of references. Default: 1. */
  readonly depth?: D
  /** Whether unknown parameters and names are errors. Default: they are ignored. */
  readonly strict?: boolean
  /** Whether the result has cache tags: `tags` of a list, and `tagsOf` of any result. */
  readonly cacheTags?: boolean
  /** Formats of flexible text. Default: html. */
  readonly formats?: Formats<S, M>
  /** `details` adds size, type, placeholder, colour and focal point to media. */
  readonly media?: Details
}

/** Options of `list`. */
export interface ListOptions<
  S extends SpaceShape,
  M extends ModelName<S>,
  Sel,
  D extends Depth,
  Total extends boolean = boolean,
  Cursor extends string | undefined = string | undefined,
  F extends FacetName<S, M> = FacetName<S, M>,
  Details extends 'details' | undefined = 'details' | undefined,
>
  extends SelectionOptions<S, M>, ShapeOptions<S, M, Sel, D, Details> {
  /** Default: newest first. */
  readonly order?: Order<S, M> | readonly Order<S, M>[]
  /** 1 to 100. Default: 100. */
  readonly limit?: number
  readonly offset?: number
  /**
   * Pages by cursor instead of offset: `start`, then the `next_cursor` of the last page. Items that exist
   * the whole time are returned once, even if other items are created, changed or deleted meanwhile.
   */
  readonly cursor?: Cursor
  /** Fields whose values are counted over all matching items; of numbers and dates, the range. At most 10. */
  readonly facets?: F | readonly F[]
  /** `false` omits the total, which makes filtered lists faster. */
  readonly total?: Total
}

/** Options of `all`. */
export interface AllOptions<
  S extends SpaceShape,
  M extends ModelName<S>,
  Sel,
  D extends Depth,
  Details extends 'details' | undefined = 'details' | undefined,
>
  extends SelectionOptions<S, M>, ShapeOptions<S, M, Sel, D, Details> {
  /**
   * Default: newest first. With an order by a value that changes, such as a title, an item that changes
   * meanwhile can be returned twice or not at all.
   */
  readonly order?: Order<S, M> | readonly Order<S, M>[]
  /** Items per request, 1 to 100. Default: 100. */
  readonly pageSize?: number
}

/** Options of `get`. Filters and order apply only to the neighbours. */
export interface GetOptions<
  S extends SpaceShape,
  M extends ModelName<S>,
  Sel,
  D extends Depth,
  I extends Inclusion,
  Details extends 'details' | undefined = 'details' | undefined,
>
  extends SelectionOptions<S, M>, ShapeOptions<S, M, Sel, D, Details> {
  readonly include?: readonly I[]
  /** The order that determines `_prev` and `_next`. */
  readonly order?: Order<S, M> | readonly Order<S, M>[]
}

/** The target of a write. */
export interface PlaceOptions<S extends SpaceShape> extends CallOptions {
  /** The space of the item. Default: the parent space. */
  readonly space?: S['spaces']
}

/** Makes a request idempotent, so that it can be repeated safely. The client generates a key by default. */
export interface OnceOptions {
  readonly idempotencyKey?: string
}

/** Prevents overwriting changes made since the item was read. */
export interface MatchOptions {
  /** An item returned by `get`, or its ETag. */
  readonly ifMatch?: string | object
}

/** Writes into a release: the draft of an existing item does not change. */
export interface PlanOptions {
  /** LUID of the release. */
  readonly release?: string
}

/** The data of an item. */
export interface WriteData<S extends SpaceShape, M extends ModelName<S>> {
  readonly model: M
  /** Values of the main language. */
  readonly fields?: FieldInputs<S, M>
  /** Values of other languages: `{ ja: { title: '港' } }`. */
  readonly translations?: Translations<S, M>
  /** Writes published data. Default: a draft. */
  readonly published?: boolean
  /** Format of the sent flexible text. Default: portable_html. */
  readonly textFormat?: 'portable_html' | 'markdown'
}

/** Data of `create`. */
export type CreateData<S extends SpaceShape, M extends ModelName<S>> = WriteData<S, M> &
  PlaceOptions<S> &
  PlanOptions &
  OnceOptions

/** Data of `replace` and `patch`. */
export type ChangeData<S extends SpaceShape, M extends ModelName<S>> = WriteData<S, M> &
  PlaceOptions<S> &
  PlanOptions &
  MatchOptions

/** Data of `addDraft`, which replaces fields in a copy of the published data. */
export type DraftData<S extends SpaceShape, M extends ModelName<S>> = Partial<
  Pick<WriteData<S, M>, 'model' | 'fields' | 'translations' | 'textFormat'>
> &
  PlaceOptions<S> &
  OnceOptions

/** Options of `upload`. */
export interface UploadOptions<S extends SpaceShape> extends PlaceOptions<S>, OnceOptions {
  /** Required for a source without a name. */
  readonly filename?: string
  /** Alternative text, in the main language or by language. */
  readonly alt?: string | { readonly [Language in S['languages']]?: string }
  /** A path such as `press/2026`. */
  readonly folder?: string
  readonly tags?: readonly string[]
  /** Called as bytes are sent. Starts again if the upload is retried. */
  readonly onProgress?: (progress: UploadProgress) => void
}

/** The progress of an upload. */
export interface UploadProgress {
  /** Bytes of the file sent so far. */
  sent: number
  /** Size of the file in bytes; undefined for a stream. */
  total: number | undefined
}

/** The result of a write. */
export interface Written {
  id: number
}

/** The result of an upload. */
export interface Uploaded extends Written {
  /** URL of the file; empty if the server does not return it. */
  url: string
}
