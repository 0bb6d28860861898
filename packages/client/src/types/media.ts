import type { CallOptions } from './options.ts'
import type { Page } from './item.ts'
import type { SpaceShape } from './space.ts'

/** A file of the media library. */
export interface MediaFile {
  id: number
  /** `imageUrl` accepts it. */
  url: string
  alt: string
  /** In pixels; null if it is not an image. */
  width: number | null
  height: number | null
  bytes: number
  /** Content type. */
  type: string
  /** A path such as `press/2026`; empty for none. */
  folder: string
  tags: string[]
  created_at: string
}

type OrderName = 'created_at' | 'name' | 'bytes' | 'type' | 'id'

/** Options of `media.get`. */
export interface MediaGetOptions<S extends SpaceShape> extends CallOptions {
  /** Language of the alternative texts. Default: the main language. */
  readonly lang?: S['languages']
  /** One or several spaces. Default: all that the key can read. */
  readonly space?: S['spaces'] | readonly S['spaces'][]
  /** Whether unknown parameters are errors. */
  readonly strict?: boolean
}

/** Options of `media.list`. */
export interface MediaListOptions<S extends SpaceShape> extends MediaGetOptions<S> {
  /** Keywords that the file name or an alternative text must contain, all of them. */
  readonly contains?: string | readonly string[]
  /** `image/png` or `image`, also several. */
  readonly type?: string | readonly string[]
  /** Includes the folders in it; `/` for files in no folder. */
  readonly folder?: string
  /** A file must have all of them. */
  readonly tag?: string | readonly string[]
  /** Default: newest first. */
  readonly order?: OrderName | `-${OrderName}`
  /** 1 to 100. Default: 100. */
  readonly limit?: number
  readonly offset?: number
}

/** Reads of the media library. */
export interface MediaReads<S extends SpaceShape> {
  /**
   * Returns a page of the matching files.
   *
   * @example
   * ```ts
   * const { total, data } = await client.media.list({ type: 'image', folder: 'press', limit: 20 })
   * for (const { url, alt } of data) console.log(url, alt)
   * ```
   */
  list(options?: MediaListOptions<S>): Promise<Page<MediaFile>>
  /** Returns one file by its id. */
  get(id: number, options?: MediaGetOptions<S>): Promise<MediaFile>
}
