import type { Inclusion } from './item.ts'
import type { Formats } from './select.ts'
import type { Depth, ModelName, SpaceShape } from './space.ts'
import type { Order, Where } from './where.ts'
import type { FieldInputs, Translations } from './write.ts'

/** What every call takes. */
export interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** Which items, in which language. */
export interface SelectionOptions<
  S extends SpaceShape,
  M extends ModelName<S>,
> extends CallOptions {
  /** One model or several; all where it is left out. */
  readonly model?: M | readonly M[]
  /** Conditions that must all hold. A list of them serves to use one operator twice. */
  readonly where?: Where<S, M> | readonly Where<S, M>[]
  /** Keywords that must all be in the texts of an item; a comma parts keywords, too. */
  readonly contains?: string | readonly string[]
  /** The main language where it is left out. */
  readonly lang?: S['languages']
  /** Shows the main language's data of items that lack `lang`. */
  readonly langFallback?: boolean
  /** One space or several; all that the key may read where it is left out. */
  readonly space?: S['spaces'] | readonly S['spaces'][]
}

/** How items are shown. */
export interface ShapeOptions<S extends SpaceShape, M extends ModelName<S>, Sel, D extends Depth> {
  /** What to show; everything where it is left out. */
  readonly select?: Sel
  /** How many references deep; 1 where it is left out. */
  readonly depth?: D
  /** Formats of flexible text; html where it is left out. */
  readonly formats?: Formats<S, M>
}

/** Options of `list`. */
export interface ListOptions<S extends SpaceShape, M extends ModelName<S>, Sel, D extends Depth>
  extends SelectionOptions<S, M>, ShapeOptions<S, M, Sel, D> {
  /** Newest first where it is left out. */
  readonly order?: Order<S, M> | readonly Order<S, M>[]
  /** 1 to 100; 100 where it is left out. */
  readonly limit?: number
  readonly offset?: number
}

/** Options of `all`. */
export interface AllOptions<S extends SpaceShape, M extends ModelName<S>, Sel, D extends Depth>
  extends SelectionOptions<S, M>, ShapeOptions<S, M, Sel, D> {
  /** By creation, newest first where it is left out: the one order that no change can shuffle. */
  readonly order?: '_created_at' | '-_created_at'
  /** Items to ask for at once, 1 to 100; 100 where it is left out. */
  readonly pageSize?: number
}

/** Options of `get`. What tells a list apart is for the neighbours alone. */
export interface GetOptions<
  S extends SpaceShape,
  M extends ModelName<S>,
  Sel,
  D extends Depth,
  I extends Inclusion,
>
  extends SelectionOptions<S, M>, ShapeOptions<S, M, Sel, D> {
  readonly include?: readonly I[]
  /** The order in which `_prev` and `_next` are neighbours. */
  readonly order?: Order<S, M> | readonly Order<S, M>[]
}

/** Where a write goes. */
export interface PlaceOptions<S extends SpaceShape> extends CallOptions {
  /** The space of the item; the parent space where it is left out. */
  readonly space?: S['spaces']
}

/** Names a request, so that a repetition of it does nothing twice. The client makes one itself. */
export interface OnceOptions {
  readonly idempotencyKey?: string
}

/** Refuses to overwrite what changed since it was read. */
export interface MatchOptions {
  /** An item as `get` gave it, or its ETag. */
  readonly ifMatch?: string | object
}

/** The data of an item. */
export interface WriteData<S extends SpaceShape, M extends ModelName<S>> {
  readonly model: M
  /** Values of the main language. */
  readonly fields?: FieldInputs<S, M>
  /** Values of other languages: `{ ja: { title: '港' } }`. */
  readonly translations?: Translations<S, M>
  /** Writes published data; a draft where it is left out. */
  readonly published?: boolean
  /** Format in which flexible text is sent; portable_html where it is left out. */
  readonly textFormat?: 'portable_html' | 'markdown'
}

/** Data of `create`. */
export type CreateData<S extends SpaceShape, M extends ModelName<S>> = WriteData<S, M> &
  PlaceOptions<S> &
  OnceOptions

/** Data of `replace` and `patch`. */
export type ChangeData<S extends SpaceShape, M extends ModelName<S>> = WriteData<S, M> &
  PlaceOptions<S> &
  MatchOptions

/** Data of `addDraft`: laid over a copy of the published data. */
export type DraftData<S extends SpaceShape, M extends ModelName<S>> = Partial<
  Pick<WriteData<S, M>, 'model' | 'fields' | 'translations' | 'textFormat'>
> &
  PlaceOptions<S> &
  OnceOptions

/** Options of `upload`. */
export interface UploadOptions<S extends SpaceShape> extends PlaceOptions<S>, OnceOptions {
  /** Needed for what has no name of its own. */
  readonly filename?: string
  /** Alternative text, of the main language or by language. */
  readonly alt?: string | { readonly [Language in S['languages']]?: string }
  /** Called as bytes leave; from the start again where the upload is repeated. */
  readonly onProgress?: (progress: UploadProgress) => void
}

/** How far an upload is. */
export interface UploadProgress {
  /** Bytes of the file that left. */
  sent: number
  /** Bytes of the file; undefined for a stream. */
  total: number | undefined
}

/** The id of what was written. */
export interface Written {
  id: number
}

/** A file that was uploaded. */
export interface Uploaded extends Written {
  /** Its address; empty where the server does not tell. */
  url: string
}
