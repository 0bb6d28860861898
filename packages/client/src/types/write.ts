import type { PlainTypes } from './fields.ts'
import type { FieldsOf, Given, IsUntyped, ModelName, SetFields, SpaceShape } from './space.ts'

/** Values to write, by LUID. Null empties a field; an omitted field keeps its value or default. */
export type FieldInputs<S extends SpaceShape, M extends ModelName<S>> =
  IsUntyped<S> extends true
    ? { readonly [luid: string]: unknown }
    : M extends unknown
      ? Inputs<S, FieldsOf<S, M>>
      : never

/** Values to write in languages other than the main language: only translatable fields. */
export type TranslationInputs<S extends SpaceShape, M extends ModelName<S>> =
  IsUntyped<S> extends true
    ? { readonly [luid: string]: unknown }
    : M extends unknown
      ? TranslatedInputs<S, FieldsOf<S, M>>
      : never

/** Data of several languages, by language key. */
export type Translations<S extends SpaceShape, M extends ModelName<S>> = {
  readonly [Language in S['languages']]?: TranslationInputs<S, M>
}

type Inputs<S extends SpaceShape, F> = {
  readonly [K in keyof F as IsWritable<S, F[K]> extends true ? K : never]?: Given<
    K,
    Input<S, F[K]> | null
  >
}

type TranslatedInputs<S extends SpaceShape, F> = {
  readonly [
    K in keyof F as F[K] extends { translatable: false }
      ? never
      : IsWritable<S, F[K]> extends true
        ? K
        : never
  ]?: Given<K, Translated<S, F[K]> | null>
}

type Translated<S extends SpaceShape, F> = F extends { type: 'fieldset'; fieldSet: infer N }
  ? TranslatedInputs<S, SetFields<S, N>>
  : Input<S, F>

type IsWritable<S extends SpaceShape, F> = F extends { type: 'multiselect' }
  ? S['extendedWrites']
  : true

type Input<S extends SpaceShape, F> = F extends { type: infer T extends keyof PlainTypes }
  ? PlainTypes[T]['input']
  : F extends { type: 'select'; options: infer O }
    ? O
    : F extends { type: 'multiselect'; options: infer O }
      ? readonly O[]
      : F extends { type: 'reference' }
        ? number
        : F extends { type: 'references' }
          ? readonly number[]
          : F extends { type: 'repeat'; fields: infer I }
            ? readonly Inputs<S, I>[]
            : F extends { type: 'combination'; fieldSets: infer N extends string }
              ? readonly CombinationInput<S, N>[]
              : F extends { type: 'fieldset'; fieldSet: infer N }
                ? Inputs<S, SetFields<S, N>>
                : never

type CombinationInput<S extends SpaceShape, Name extends string> = Name extends unknown
  ? { readonly luid: Name; readonly fields?: Inputs<S, SetFields<S, Name>> }
  : never
