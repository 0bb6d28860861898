/** What is known of each field type: its value in answers, what a write takes, and its filters. */

/** A media value: its address, for `imageUrl` too, and its alternative text. */
export interface Media {
  url: string
  alt: string
}

/** A moment: a `Date`, or ISO 8601 with `Z` or an offset. */
export type Moment = string | Date

export interface OneOf<T> {
  readonly eq?: T
  /** Equal to one of these. */
  readonly in?: readonly T[]
}

export interface Range {
  readonly lt?: Moment
  readonly lte?: Moment
  readonly gt?: Moment
  readonly gte?: Moment
}

export interface Contains {
  /** Keywords that must all be in the text; a comma parts keywords, too. */
  readonly contains?: string | readonly string[]
}

interface PlainText {
  value: string | null
  input: string
  where: OneOf<string> & Contains
  isSortable: true
}

/** Types of which a field tells no more than the name. The others are told by what they depend on. */
export interface PlainTypes {
  text: PlainText
  multiline: PlainText
  flexible: { value: string | null; input: string; where: Contains; isSortable: false }
  boolean: { value: boolean; input: boolean; where: { readonly eq?: boolean }; isSortable: true }
  datetime: { value: string | null; input: Moment; where: Range; isSortable: true }
  media: { value: Media | null; input: number; where: object; isSortable: false }
}

/** Plain types that a list can be sorted by. */
export type SortableType = {
  [Name in keyof PlainTypes]: PlainTypes[Name]['isSortable'] extends true ? Name : never
}[keyof PlainTypes]

/** Plain types that no filter can name. */
export type UnfilteredType = {
  [Name in keyof PlainTypes]: keyof PlainTypes[Name]['where'] extends never ? Name : never
}[keyof PlainTypes]
