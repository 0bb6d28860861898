/** What the plain model of the read API works on. */
import type { Language, Model } from '@octavo/schema/definitions.ts'
import type { View } from '@octavo/schema/field-types.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { StoredValues } from '../fields/field-type.ts'
import type { Item, ItemLanguage, MediaRecord } from '../store/records.ts'

export interface ModelWorld {
  readonly schema: Schema
  readonly items: readonly Item[]
  readonly media: readonly MediaRecord[]
  readonly assetsUrl: string
}

export interface ModelKey {
  readonly reads: View
  readonly spaceIds: number[] | null
}

export type Params = readonly (readonly [string, string])[]

/** An item as one request sees it. */
export interface Seen {
  readonly item: Item
  readonly model: Model
  readonly language: Language
  readonly state: ItemLanguage
  readonly values: StoredValues
  readonly updatedAt: number
  readonly status: string
  readonly space: string
  /** Keys of the languages in which it can be seen. */
  readonly languages: readonly string[]
}

/** What a request sees: its items by id. */
export interface Eyes {
  readonly world: ModelWorld
  readonly language: Language
  readonly byId: ReadonlyMap<number, Seen>
}
