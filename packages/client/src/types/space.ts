/** The type of a space. `octavo typegen` generates it for yours. */
import type { PlainTypes } from './fields.ts'

/** A field: the name of its type, and the settings that its values depend on. */
export type FieldShape =
  | { type: keyof PlainTypes; translatable?: false }
  | { type: 'select' | 'multiselect'; options: string; translatable?: false }
  | { type: 'reference' | 'references'; models: string; translatable?: false }
  | { type: 'repeat'; fields: FieldShapes; translatable?: false }
  | { type: 'combination'; fieldSets: string; translatable?: false }
  | { type: 'fieldset'; fieldSet: string; translatable?: false }

/** Fields by LUID. */
export type FieldShapes = { [luid: string]: FieldShape }

/** A space: its languages, sub-spaces, field sets and models by LUID. */
export interface SpaceShape {
  languages: string
  spaces: string
  /** Whether there are sub-spaces: items then have `_space`. */
  hasSubSpaces: boolean
  /** Whether writes accept multi select fields. */
  extendedWrites: boolean
  fieldSets: { [luid: string]: FieldShapes }
  models: { [luid: string]: FieldShapes }
}

/** LUIDs of the models of a space. */
export type ModelName<S extends SpaceShape> = keyof S['models'] & string

/** The fields of a model; distributes over several models. */
export type FieldsOf<S extends SpaceShape, M> = M extends keyof S['models'] ? S['models'][M] : never

/** The fields of a field set; distributes over several sets. */
export type SetFields<S extends SpaceShape, Name> = Name extends keyof S['fieldSets']
  ? S['fieldSets'][Name]
  : never

/** LUIDs that occur in at least one of several lists of fields. */
export type LuidsOf<F> = F extends unknown ? keyof F & string : never

/** The field with a LUID, in those lists of fields that have it. */
export type FieldAt<F, Luid> = F extends unknown ? (Luid extends keyof F ? F[Luid] : never) : never

/** The value of an object at a LUID. Every object has a `constructor`, even if none is given. */
export type Given<Luid, T> = Luid extends 'constructor'
  ? T | typeof Object.prototype.constructor
  : T

/** True for an untyped space, as with `createClient` without a type argument. */
export type IsUntyped<S extends SpaceShape> = string extends keyof S['models'] ? true : false

/** Depth of references in a response. */
export type Depth = 0 | 1 | 2 | 3

/** The remaining depth after one more reference. */
export type Below<D extends Depth> = D extends 3 ? 2 : D extends 2 ? 1 : 0

/** Formats of flexible text in responses. */
export type TextFormat = 'html' | 'text' | 'markdown' | 'portable_html'

/** Publication state of the returned data. */
export type Status = 'draft' | 'published' | 'published_draft'
