/** The types of each field type: its value in responses, its input in writes, and its filters. */

/** A media value: its URL, which `imageUrl` accepts, and its alternative text. */
export interface Media {
  url: string
  alt: string
}

/** A media value with `media: 'details'`. Properties are null where they do not apply. */
export interface MediaDetails extends Media {
  /** In pixels. */
  width: number | null
  height: number | null
  bytes: number
  /** Content type. */
  type: string
  /** A tiny image as a data URL, to show while the image loads. */
  placeholder: string | null
  /** ThumbHash in base64. */
  thumbhash: string | null
  /** The dominant colour: `#rrggbb`. */
  color: string | null
  /** The point that crops keep in view, from 0 to 1: a value for `object-position`. */
  focus: { x: number; y: number } | null
}

/** The media values of a response, by the option `media`. */
export type MediaValue<Details> = Details extends 'details' ? MediaDetails : Media

/** A point on the globe, in degrees. */
export interface Location {
  lat: number
  lng: number
}

/** A JSON value; null if the field is empty. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** A point in time: a `Date`, or ISO 8601 with `Z` or an offset. */
export type Moment = string | Date

export interface Is<T> {
  readonly eq?: T
  /** Not equal, or empty. */
  readonly ne?: T
}

export interface OneOf<T> extends Is<T> {
  /** Equal to one of these. */
  readonly in?: readonly T[]
  /** Equal to none of these, or empty. */
  readonly nin?: readonly T[]
}

/** For fields that can be empty. */
export interface Exists {
  readonly exists?: boolean
}

export interface Range<T = Moment> {
  readonly lt?: T
  readonly lte?: T
  readonly gt?: T
  readonly gte?: T
}

export interface Contains {
  /** Keywords that must all be in the text. A comma also separates keywords. */
  readonly contains?: string | readonly string[]
  /** Upper and lower case are equal, as in `contains`. */
  readonly startswith?: string
}

/** For lists of values. */
export interface Has<T> {
  readonly has?: T
  /** At least one of these. */
  readonly hasany?: readonly T[]
  /** All of these. */
  readonly hasall?: readonly T[]
}

interface PlainText {
  value: string | null
  input: string
  where: OneOf<string> & Contains & Exists
  isSortable: true
}

/** Field types whose values do not depend on the settings of the field. */
export interface PlainTypes {
  text: PlainText
  slug: PlainText
  multiline: PlainText
  flexible: { value: string | null; input: string; where: Contains & Exists; isSortable: false }
  number: {
    value: number | null
    input: number
    where: OneOf<number> & Range<number> & Exists
    isSortable: true
  }
  boolean: { value: boolean; input: boolean; where: Is<boolean>; isSortable: true }
  /** `YYYY-MM-DD`. */
  date: {
    value: string | null
    input: string
    where: OneOf<string> & Range<string> & Exists
    isSortable: true
  }
  datetime: { value: string | null; input: Moment; where: Range & Exists; isSortable: true }
  url: PlainText
  email: PlainText
  color: { value: string | null; input: string; where: OneOf<string> & Exists; isSortable: true }
  media: { value: Media | null; input: number; where: Exists; isSortable: false }
  location: { value: Location | null; input: Location; where: Exists; isSortable: false }
  json: { value: Json; input: unknown; where: Exists; isSortable: false }
}

/** Plain types that a list can be sorted by. */
export type SortableType = {
  [Name in keyof PlainTypes]: PlainTypes[Name]['isSortable'] extends true ? Name : never
}[keyof PlainTypes]
