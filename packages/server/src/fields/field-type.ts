import type { Field, FieldOf } from '@octavo/schema/definitions.ts'
import type { fieldTypes, FieldTypeName } from '@octavo/schema/field-types.ts'
import type { Operator } from '@octavo/schema/operators.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Said } from '@octavo/schema/problems.ts'
import type { FlexibleFormats, TextPolicy } from '../text/flexible.ts'
import type { PatternMatch } from './pattern-match.ts'

/** A stored value: plain JSON. An empty value is not stored at all. */
export type Stored = string | number | boolean | Stored[] | { [key: string]: Stored }

/** Stored values of one language in one stage, by field id. */
export type StoredValues = { [fieldId: string]: Stored }

/** What a field type may ask for while it checks a value that comes from outside. */
export interface Writing {
  readonly schema: Schema
  /** Parses a flexible text; undefined where it is refused, or not parsed yet. */
  readonly parseText: (source: string, path: string) => FlexibleFormats | undefined
  /** Whether this door accepts multi select (imports and Studio do; /v1 by a space setting). */
  readonly allowsMultiselect: boolean
  /** Whether fields that the input does not name get their initial values: for new items. */
  readonly fillsInitial: boolean
  /** Whether a sub-language is written, which refuses fields that are not translatable. */
  readonly isTranslation: boolean
  readonly problem: (path: string, what: string | Said) => void
  /** Notes that a content item must exist in this root, of one of these models (null: any). */
  readonly needsContent: (id: number, models: readonly number[] | null, path: string) => void
  /** Notes that a media item must exist in this root. */
  readonly needsMedia: (id: number, path: string) => void
}

/** What a field type may ask for while it checks a stored value before publication. */
export interface Publishing {
  readonly schema: Schema
  /** Whether a sub-language is published, whose non-translatable fields are not its own. */
  readonly isTranslation: boolean
  readonly matches: PatternMatch
  readonly problem: (path: string, what: string | Said) => void
}

/**
 * A rendered value: ready JSON text, or a tree with holes where the request decides what goes in.
 * `text` on an object or array is its whole JSON text where nothing inside it is a hole.
 */
export type Rendered =
  | string
  | { kind: 'reference'; id: number }
  | { kind: 'media'; id: number }
  | { kind: 'formats'; portable_html: string; html: string; text: string; markdown: string }
  | { kind: 'object'; entries: [key: string, value: Rendered][]; text?: string }
  | { kind: 'array'; items: Rendered[]; selectable: boolean; text?: string }

/** All fields in their order, by LUID. */
export type RenderedValues = [luid: string, value: Rendered][]

/** One typed row that filters and sorting find: the field, and a key that sorts by code point. */
export interface IndexKey {
  fieldId: number
  key: string
}

/** One text that `contains` looks into. */
export interface SearchText {
  fieldId: number
  text: string
}

/** JSON Schema 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** What a field type may ask for while it describes its values in JSON Schema. */
export interface Describing {
  readonly schema: Schema
  /** Whether the data of a sub-language is described. */
  readonly isTranslation: boolean
  /** A content item of one of these models (null: any) as answers show it, without its absence. */
  item(models: readonly number[] | null): readonly JsonSchema[]
}

/** What a field type may ask for while it describes its values for TypeScript. */
export interface Typing {
  readonly schema: Schema
  /** The type that tells what a field is, with what its values depend on. */
  shape(field: Field, members?: Readonly<Record<string, string>>): string
  /** One of these texts. */
  union(texts: readonly string[]): string
  fields(fields: readonly Field[]): string
}

/**
 * What the server does with one field type, in one object in one file; what all sides agree on is in
 * packages/schema/src/field-types. Nobody else asks which type a field has: rare abilities are optional
 * members, asked for by ability. `Value` is what the type stores.
 */
export type FieldType<Name extends FieldTypeName, Value extends Stored = Stored> = AnyFieldType<
  Name,
  Value
> &
  Required<Pick<AnyFieldType<Name, Value>, Ability<Name>>>

/** What a type must be able to do because of the operators and the sorting that it states. */
type Ability<Name extends FieldTypeName> =
  | ('contains' extends OperatorOf<Name> ? 'searchText' : never)
  | (Exclude<OperatorOf<Name>, 'contains'> extends never ? never : 'indexKeys' | 'operand')
  | ((typeof fieldTypes)[Name]['isSortable'] extends true ? 'indexKeys' : never)
type OperatorOf<Name extends FieldTypeName> = (typeof fieldTypes)[Name]['operators'][number]

/** Any of them, for code that handles all types alike. */
export interface AnyFieldType<
  Name extends FieldTypeName = FieldTypeName,
  Value extends Stored = Stored,
> {
  /** Checks a value from outside and returns what is stored; undefined for an empty value. */
  written(input: unknown, field: FieldOf<Name>, path: string, writing: Writing): Value | undefined

  /** Lays a patch over a stored value; without it the new value replaces the old one whole. */
  patched?(
    before: Value | undefined,
    input: unknown,
    field: FieldOf<Name>,
    path: string,
    writing: Writing,
  ): Value | undefined

  /** Present where an empty value counts as a value, so that `required` always holds. */
  readonly isNeverMissing?: true

  /** Present where /v1 writes such values only by the space's extended writes setting. */
  readonly needsExtendedWrites?: true

  /** Reports what keeps a value from being published, `required` and what is nested aside. */
  publishable?(stored: Value, field: FieldOf<Name>, path: string, publishing: Publishing): void

  /**
   * Whether a value that comes from a backup has the form that this type stores; what is nested aside.
   * Rules such as options and lengths may have changed since it was written, so they do not count.
   */
  isStored(value: unknown): value is Value

  /** The value in answers; called with undefined for an empty one. */
  rendered(stored: Value | undefined, field: FieldOf<Name>, schema: Schema): Rendered

  /**
   * The value as import files and Studio know it; `written` takes it back unchanged.
   * `isTranslation` is true for the data of a sub-language.
   */
  exported(stored: Value, field: FieldOf<Name>, schema: Schema, isTranslation: boolean): unknown

  /** The value in answers, as JSON Schema. */
  jsonSchema(field: FieldOf<Name>, describing: Describing): JsonSchema

  /** What a write takes, as JSON Schema, where it is not what answers show; rules that only publication checks aside. */
  inputSchema?(field: FieldOf<Name>, describing: Describing): JsonSchema

  /** What generated types say of the field where its type is not all; packages/client makes values and filters of it. */
  typescript?(field: FieldOf<Name>, typing: Typing): string

  /**
   * The keys that filters and sorting compare: one for most types, one for each value of a multi
   * select, none for an empty value (a boolean has one even then). Absent where a type has no keys.
   */
  indexKeys?(stored: Value | undefined, field: FieldOf<Name>): readonly string[]

  /** Reads a filter's operand into the form of `indexKeys`; undefined where it is malformed. */
  operand?(text: string, operator: Operator): string | undefined
  /** What an operand must be, where any text will not do. */
  operandNeeds?: Said

  /** Plain text for `contains` and for the search over all texts of an item. */
  searchText?(stored: Value): string

  /** The fields one level inside, and the values they hold in each occurrence. */
  readonly nested?: NestedFields<Name, Value>

  /**
   * The value of a translatable field in a sub-language, from its own and the main language's;
   * without it the sub-language shows its own value whole.
   */
  translated?(
    own: Value | undefined,
    main: Value | undefined,
    field: FieldOf<Name>,
    schema: Schema,
  ): Value | undefined

  /** The value that a new item has where the request says nothing. */
  initial?(field: FieldOf<Name>, schema: Schema): Value | undefined

  /** Derives anew what the value holds beside its source, as the program does it now. */
  refreshed?(stored: Value, textPolicy: TextPolicy): Value

  /** Turns a value of another type into one of this type without loss; undefined where that fails. */
  convertedFrom?(stored: Stored, from: Field, field: FieldOf<Name>): Value | undefined
}

/** How a container type opens up: shared by indexing, search and publication rules. */
export interface NestedFields<
  Name extends FieldTypeName = FieldTypeName,
  Value extends Stored = Stored,
> {
  /** Whether filters, sorting and `select` may name a path into it, and how many values it then has. */
  readonly reach: 'one' | 'many' | 'closed'
  fields(field: FieldOf<Name>, schema: Schema): readonly Field[]
  /** The occurrences: their fields, their values, and the path of each. */
  occurrences(stored: Value | undefined, field: FieldOf<Name>, schema: Schema): Occurrence[]
}

export interface Occurrence {
  fields: readonly Field[]
  values: StoredValues
  /** What to append to the field's own path: '' or '[2]' or '[2].fields'. */
  path: string
}
