/** The data of the reference model of the read API. */
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

/** An item as it is visible to one request. */
export interface VisibleItem {
  readonly item: Item
  readonly model: Model
  readonly language: Language
  readonly state: ItemLanguage
  readonly values: StoredValues
  readonly updatedAt: number
  readonly status: string
  readonly space: string
  /** Keys of the languages in which it is available. */
  readonly languages: readonly string[]
}

/** The visible items of a request, by id. */
export interface ReadScope {
  readonly world: ModelWorld
  readonly language: Language
  readonly hasMediaDetails: boolean
  readonly byId: ReadonlyMap<number, VisibleItem>
}
