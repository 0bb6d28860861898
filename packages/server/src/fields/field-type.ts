import type { Field, FieldOf } from '@octavo/schema/definitions.ts'
import type { fieldTypes, FieldTypeName } from '@octavo/schema/field-types.ts'
import type { PublicationRule } from '@octavo/schema/choices.ts'
import type { Operator } from '@octavo/schema/operators.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { CodedMessage } from '@octavo/schema/problems.ts'
import type { FlexibleFormats, TextPolicy } from '../text/flexible.ts'
import type { JsonBudget } from './json-schema/run.ts'
import type { PatternMatch } from './pattern-match.ts'

/** A stored value: plain JSON. An empty value is not stored at all. */
export type Stored = string | number | boolean | Stored[] | { [key: string]: Stored }

/** Stored values of one language in one stage, by field id. */
export type StoredValues = { [fieldId: string]: Stored }

/** The context for field types that validate an external value. */
export interface Writing {
  readonly schema: Schema
  /** Parses a flexible text; undefined if it is rejected, or not parsed yet. */
  readonly parseText: (source: string, path: string) => FlexibleFormats | undefined
  /** Counts a plain text. False if it is rejected, because the texts of the request are too long. */
  readonly acceptsText: (text: string, path: string) => boolean
  /**
   * Whether this source may write multi-select fields: imports and Studio may, /v1 depending on a space
   * setting.
   */
  readonly allowsMultiselect: boolean
  /** Whether omitted fields get their initial values, as in new items. */
  readonly fillsInitial: boolean
  /** Whether a sub-language is written, which rejects fields that are not translatable. */
  readonly isTranslation: boolean
  readonly problem: (path: string, what: string | CodedMessage) => void
  /** Requires a content item with this id in this root, of one of these models (null for any). */
  readonly needsContent: (id: number, models: readonly number[] | null, path: string) => void
  /** Requires a media item with this id in this root. */
  readonly needsMedia: (id: number, path: string) => void
}

/** The context for field types that check a stored value before publication. */
export interface Publishing {
  readonly schema: Schema
  /** Whether a sub-language is published, which does not own its non-translatable fields. */
  readonly isTranslation: boolean
  readonly matches: PatternMatch
  readonly jsonBudget: JsonBudget
  /** Reports that a value breaks a rule of its field. */
  readonly problem: (path: string, what: CodedMessage, rule: PublicationRule) => void
  /** Reports a broken rule that does not prevent publication. */
  readonly warning: (path: string, what: CodedMessage) => void
}

/**
 * A rendered value: JSON text, or a tree with placeholders that depend on the request. `text` on an object or
 * array is its complete JSON text if there are no placeholders inside.
 */
export type Rendered =
  | string
  | { kind: 'reference'; id: number }
  /** A list; targets that the reader cannot see are left out. Never empty. */
  | { kind: 'references'; ids: readonly number[] }
  | { kind: 'media'; id: number }
  | { kind: 'formats'; portable_html: string; html: string; text: string; markdown: string }
  | { kind: 'object'; entries: [key: string, value: Rendered][]; text?: string }
  | { kind: 'array'; items: Rendered[]; selectable: boolean; text?: string }

/** All fields in order, by LUID. */
export type RenderedValues = [luid: string, value: Rendered][]

/** One index row for filters and sorting: the field, and a key that sorts by code point. */
export interface IndexKey {
  fieldId: number
  key: string
}

/** One text that `contains` searches. */
export interface SearchText {
  fieldId: number
  text: string
}

/** JSON Schema 2020-12, as in OpenAPI 3.1. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** The context for field types that describe their values in JSON Schema. */
export interface Describing {
  readonly schema: Schema
  /** Whether the schema is for the data of a sub-language. */
  readonly isTranslation: boolean
  /** The schemas of a content item of one of these models (null for any) in responses, without null. */
  item(models: readonly number[] | null): readonly JsonSchema[]
}

/** The context for field types that describe their values in TypeScript. */
export interface Typing {
  readonly schema: Schema
  /** The type that identifies a field, with the members that its values depend on. */
  shape(field: Field, members?: Readonly<Record<string, string>>): string
  /** A union of these string literals. */
  union(texts: readonly string[]): string
  fields(fields: readonly Field[]): string
}

/**
 * The server side of one field type, in one object in one file; the definitions that all packages share are
 * in packages/schema/src/field-types. No other code checks the type of a field: rare abilities are optional
 * members. `Value` is the stored form.
 */
export type FieldType<Name extends FieldTypeName, Value extends Stored = Stored> = AnyFieldType<
  Name,
  Value
> &
  Required<Pick<AnyFieldType<Name, Value>, Ability<Name>>>

/** The members that a type must have for its declared operators and sorting. */
type Ability<Name extends FieldTypeName> =
  | (TextOperator & OperatorOf<Name> extends never ? never : 'searchText')
  | (Exclude<OperatorOf<Name>, TextOperator | 'exists'> extends never
      ? never
      : 'indexKeys' | 'operand')
  | ((typeof fieldTypes)[Name]['isSortable'] extends true ? 'indexKeys' : never)
type TextOperator = 'contains' | 'startswith'
type OperatorOf<Name extends FieldTypeName> = (typeof fieldTypes)[Name]['operators'][number]

/** Any field type, for code that handles all types alike. */
export interface AnyFieldType<
  Name extends FieldTypeName = FieldTypeName,
  Value extends Stored = Stored,
> {
  /** Validates an external value and returns the stored value; undefined for an empty value. */
  written(input: unknown, field: FieldOf<Name>, path: string, writing: Writing): Value | undefined

  /** Merges a patch into a stored value. Without it, the new value replaces the old one. */
  patched?(
    before: Value | undefined,
    input: unknown,
    field: FieldOf<Name>,
    path: string,
    writing: Writing,
  ): Value | undefined

  /** Present if an empty value counts as a value, so that `required` is always met. */
  readonly isNeverMissing?: true

  /** Present if values are ids of media. Archived and deleted media is an empty value to readers. */
  readonly isMedia?: true

  /** Present if /v1 writes such values only with the extended writes setting of the space. */
  readonly needsExtendedWrites?: true

  /** Reports why a value cannot be published, except for `required` and nested values. */
  publishable?(stored: Value, field: FieldOf<Name>, path: string, publishing: Publishing): void

  /** Reports why an empty value cannot be published, besides `required`. */
  emptyPublishable?(field: FieldOf<Name>, path: string, publishing: Publishing): void

  /**
   * Whether a value from a backup has the form that this type stores, except for nested values. Rules such as
   * options and lengths are not checked, because they may have changed since the write.
   */
  isStored(value: unknown): value is Value

  /** The value in responses; called with undefined for an empty one. */
  rendered(stored: Value | undefined, field: FieldOf<Name>, schema: Schema): Rendered

  /**
   * The value in import files and Studio, which `written` accepts unchanged. `isTranslation` is true for the
   * data of a sub-language.
   */
  exported(stored: Value, field: FieldOf<Name>, schema: Schema, isTranslation: boolean): unknown

  /** The JSON Schema of the value in responses. */
  jsonSchema(field: FieldOf<Name>, describing: Describing): JsonSchema

  /**
   * The JSON Schema of the input, if it differs from responses. Rules that only publication checks are left
   * out.
   */
  inputSchema?(field: FieldOf<Name>, describing: Describing): JsonSchema

  /**
   * The description in generated types, if the type name is not enough; packages/client derives values and
   * filters from it.
   */
  typescript?(field: FieldOf<Name>, typing: Typing): string

  /**
   * The keys that filters and sorting compare: one for most types, one for each value of a multi-select, none
   * for an empty value (except that a boolean always has one). Absent for types without keys; with the
   * operator `exists`, a value of such a type is indexed as present.
   */
  indexKeys?(stored: Value | undefined, field: FieldOf<Name>): readonly string[]

  /** Converts the operand of a filter to the form of `indexKeys`; undefined if it is malformed. */
  operand?(text: string, operator: Operator): string | undefined
  /** The requirement for operands, unless any text is valid. */
  operandNeeds?: CodedMessage

  /** The JSON Schema of operands; default: a string, in ranges a time. */
  operandSchema?: JsonSchema

  /** Plain text for `contains` and for the search in all texts of an item. */
  searchText?(stored: Value): string

  /** The fields one level inside, and their values in each occurrence. */
  readonly nested?: NestedFields<Name, Value>

  /**
   * The value of a translatable field in a sub-language, from its own value and that of the main language.
   * Without it, the sub-language shows its own value.
   */
  translated?(
    own: Value | undefined,
    main: Value | undefined,
    field: FieldOf<Name>,
    schema: Schema,
  ): Value | undefined

  /** The value in a new item if the request omits the field. */
  initial?(field: FieldOf<Name>, schema: Schema): Value | undefined

  /** Derives the additional forms of the value from its source again, with the current code. */
  refreshed?(stored: Value, textPolicy: TextPolicy): Value

  /** Whether new settings of the same type may not accept stored values, which are then converted. */
  isNarrower?(from: FieldOf<Name>, to: FieldOf<Name>): boolean

  /**
   * Converts a value of another type to this type without loss; undefined if that is impossible.
   * `parseText` parses markup; it returns undefined for a text that is not parsed yet.
   */
  convertedFrom?(
    stored: Stored,
    from: Field,
    field: FieldOf<Name>,
    parseText?: (portable: string) => FlexibleFormats | undefined,
  ): Value | undefined
}

/** Access to the fields inside a container type, for indexing, search and publication rules. */
export interface NestedFields<
  Name extends FieldTypeName = FieldTypeName,
  Value extends Stored = Stored,
> {
  /**
   * Whether filters, sorting and `select` may name a path into it, and whether that has one or many values.
   */
  readonly reach: 'one' | 'many' | 'closed'
  fields(field: FieldOf<Name>, schema: Schema): readonly Field[]
  /** The occurrences with their fields, values and paths. */
  occurrences(stored: Value | undefined, field: FieldOf<Name>, schema: Schema): Occurrence[]
}

export interface Occurrence {
  fields: readonly Field[]
  values: StoredValues
  /** Suffix for the path of the field: '' or '[2]' or '[2].fields'. */
  path: string
}
