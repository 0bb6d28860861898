import type { ChangeEvent, ChangesOptions, Receive } from './types/changes.ts'
import type { MediaValue } from './types/fields.ts'
import type { FacetName, PageFacets } from './types/facets.ts'
import type { Inclusion, Item, ItemWith, Page, Selected } from './types/item.ts'
import type {
  AllOptions,
  ChangeData,
  CreateData,
  DraftData,
  GetOptions,
  ListOptions,
  MatchOptions,
  OnceOptions,
  PlaceOptions,
  PlanOptions,
  UploadOptions,
  Uploaded,
  Written,
} from './types/options.ts'
import type { Select, SelectWithNeighbours, Strict } from './types/select.ts'
import type { Depth, ModelName, SpaceShape } from './types/space.ts'
import type { MediaReads } from './types/media.ts'
import type { UploadSource } from './upload.ts'

/** Reads and writes the content of one space. */
export interface Client<S extends SpaceShape> {
  /**
   * Returns a page of the matching items.
   *
   * @example
   * ```ts
   * const { total, data } = await client.list({
   *   model: 'article',
   *   where: { featured: { eq: true }, author: { active: { eq: true } } },
   *   order: '-_published_at',
   *   select: { _id: true, title: true, author: { name: true } },
   *   limit: 10,
   * })
   * for (const article of data) console.log(article.title, article.author?.name)
   * ```
   */
  list<
    const M extends ModelName<S> = ModelName<S>,
    const Sel extends Select<S, M> | undefined = undefined,
    const D extends Depth = 1,
    const Total extends boolean = true,
    const Cursor extends string | undefined = undefined,
    const F extends FacetName<S, M> = never,
    const Details extends 'details' | undefined = undefined,
  >(
    options?: ListOptions<S, M, Sel & Strict<Sel, Select<S, M>>, D, Total, Cursor, F, Details>,
  ): Promise<
    Page<Item<S, M, D, Selected<Sel>, MediaValue<Details>>, Total, Cursor, PageFacets<S, M, F>>
  >

  /**
   * Iterates over every matching item, page by page. Each item that exists the whole time is returned
   * exactly once, even if items are created, changed or deleted meanwhile (see `order` for an exception).
   *
   * @example
   * ```ts
   * const titles: string[] = []
   * for await (const { _title } of client.all({ model: 'article', select: { _title: true } })) {
   *   titles.push(_title)
   * }
   * ```
   */
  all<
    const M extends ModelName<S> = ModelName<S>,
    const Sel extends Select<S, M> | undefined = undefined,
    const D extends Depth = 1,
    const Details extends 'details' | undefined = undefined,
  >(
    options?: AllOptions<S, M, Sel & Strict<Sel, Select<S, M>>, D, Details>,
  ): AsyncGenerator<Item<S, M, D, Selected<Sel>, MediaValue<Details>>, void, undefined>

  /**
   * Returns one item by its id. `include` adds its neighbours in the list that `model`, `order` and
   * `where` describe, or its languages. Fails with 404 if the item has another model than `model`.
   *
   * @example
   * ```ts
   * const article = await client.get(articleId, {
   *   model: 'article',
   *   include: ['_prev', '_next'],
   *   order: '_published_at',
   *   depth: 2,
   * })
   * console.log(article.author?.name, article._next?.title)
   * ```
   */
  get<
    const M extends ModelName<S> = ModelName<S>,
    const Sel extends SelectWithNeighbours<S, M> | undefined = undefined,
    const D extends Depth = 1,
    const I extends Inclusion = never,
    const Details extends 'details' | undefined = undefined,
  >(
    id: number,
    options?: GetOptions<S, M, Sel & Strict<Sel, SelectWithNeighbours<S, M>>, D, I, Details>,
  ): Promise<ItemWith<S, M, D, Selected<Sel>, I, MediaValue<Details>>>

  /**
   * Creates an item: a draft, or published data with `published`.
   *
   * @example
   * ```ts
   * const { id } = await client.create({
   *   model: 'author',
   *   fields: { name: 'Mio Tanabe', email: 'mio@example.com' },
   *   translations: { ja: { name: '田辺澪' } },
   *   published: true,
   * })
   * ```
   */
  create<const M extends ModelName<S>>(data: CreateData<S, M>): Promise<Written>

  /** Replaces the data of an item in all languages. Languages that are not sent are removed. */
  replace<const M extends ModelName<S>>(id: number, data: ChangeData<S, M>): Promise<Written>

  /**
   * Updates only the fields that are sent.
   *
   * @example
   * ```ts
   * const article = await client.get(articleId, { model: 'article' })
   * await client.patch(articleId, {
   *   model: 'article',
   *   fields: { title: `${article.title}!` },
   *   published: true,
   *   ifMatch: article, // fails if the item has changed since
   * })
   * ```
   */
  patch<const M extends ModelName<S>>(id: number, data: ChangeData<S, M>): Promise<Written>

  /** Deletes an item, or plans to delete it with a release. The operator can restore it for 30 days. */
  delete(id: number, options?: PlaceOptions<S> & PlanOptions & MatchOptions): Promise<Written>

  /** Copies an item with all its languages into a new draft. */
  duplicate(id: number, options?: PlaceOptions<S> & OnceOptions): Promise<Written>

  /** Adds a draft to a published item: a copy of its data, with the sent fields replaced. */
  addDraft<const M extends ModelName<S> = ModelName<S>>(
    id: number,
    data?: DraftData<S, M>,
  ): Promise<Written>

  /**
   * Uploads a file. A `Blob` or `File` is retried after a failure, without creating a second file.
   * A stream can be read only once, so its upload is not retried.
   *
   * @example
   * ```ts
   * const { id, url } = await client.upload(new Blob([picture]), {
   *   filename: 'harbour.png',
   *   alt: { en: 'Harbour', ja: '港' },
   *   onProgress: ({ sent, total }) => console.log(`${sent} of ${total} bytes`),
   * })
   * ```
   */
  upload(source: UploadSource, options?: UploadOptions<S>): Promise<Uploaded>

  /** Reads the media library. Needs a key that reads drafts, or one that may list media. */
  readonly media: MediaReads<S>

  /** Deletes a file. Fields that use it become empty. */
  deleteMedia(id: number, options?: PlaceOptions<S>): Promise<Written>

  /**
   * Iterates over the changes that the key may see, without end. Connects again when the connection is lost,
   * and continues after the last event. Ends with an error when the key may not read, or with the reason of
   * `signal`.
   *
   * @example
   * ```ts
   * const stopping = new AbortController()
   * const changes = client.changes({ model: 'article', signal: stopping.signal })
   * const next = changes.next()
   * next.catch(() => console.log('stopped'))
   * stopping.abort()
   * ```
   */
  changes(options?: ChangesOptions<S>): AsyncGenerator<ChangeEvent<S>, void, undefined>

  /**
   * Reads a list, and reads it again each time a change may affect it. Calls `receive` with the first result
   * and with each one that differs, or with an error. With `release` or `at`, it also reads every five seconds,
   * because changes of plans are not reported. Returns a function that stops it.
   *
   * @example
   * ```ts
   * const stop = client.live({ model: 'article', limit: 10 }, (page, error) => {
   *   if (page) console.log(page.data.map(({ title }) => title))
   *   else console.error(error)
   * })
   * stop()
   * ```
   */
  live<
    const M extends ModelName<S> = ModelName<S>,
    const Sel extends Select<S, M> | undefined = undefined,
    const D extends Depth = 1,
    const Total extends boolean = true,
    const Cursor extends string | undefined = undefined,
    const F extends FacetName<S, M> = never,
  >(
    query: LiveList<ListOptions<S, M, Sel & Strict<Sel, Select<S, M>>, D, Total, Cursor, F>>,
    receive: Receive<Page<Item<S, M, D, Selected<Sel>>, Total, Cursor, PageFacets<S, M, F>>>,
  ): () => void

  /** The same for the item with this id. */
  live<
    const M extends ModelName<S> = ModelName<S>,
    const Sel extends SelectWithNeighbours<S, M> | undefined = undefined,
    const D extends Depth = 1,
    const I extends Inclusion = never,
  >(
    query: LiveItem<GetOptions<S, M, Sel & Strict<Sel, SelectWithNeighbours<S, M>>, D, I>>,
    receive: Receive<ItemWith<S, M, D, Selected<Sel>, I>>,
  ): () => void
}

/** The options of `list`, for `live`. */
export type LiveList<Options> = Omit<Options, 'signal' | 'cacheTags'> & { readonly id?: never }

/** The options of `get` and the id, for `live`. */
export type LiveItem<Options> = Omit<Options, 'signal' | 'cacheTags'> & { readonly id: number }
