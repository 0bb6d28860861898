/** What the client knows of a space. `octavo typegen` writes such a type for yours. */
import type { PlainTypes } from './fields.ts'

/** A field, told by the name of its type and what its values depend on. */
export type FieldShape =
  | { type: keyof PlainTypes; translatable?: false }
  | { type: 'select' | 'multiselect'; options: string; translatable?: false }
  | { type: 'reference'; models: string; translatable?: false }
  | { type: 'repeat'; fields: FieldShapes; translatable?: false }
  | { type: 'combination'; fieldSets: string; translatable?: false }
  | { type: 'fieldset'; fieldSet: string; translatable?: false }

/** Fields by LUID. */
export type FieldShapes = { [luid: string]: FieldShape }

/** A space: its languages, sub-spaces, field sets and models by LUID. */
export interface SpaceShape {
  languages: string
  spaces: string
  /** Whether there are sub-spaces, which is when `_space` is shown. */
  hasSubSpaces: boolean
  /** Whether multi select can be written. */
  extendedWrites: boolean
  fieldSets: { [luid: string]: FieldShapes }
  models: { [luid: string]: FieldShapes }
}

/** LUIDs of the models of a space. */
export type ModelName<S extends SpaceShape> = keyof S['models'] & string

/** The fields of one model, or of each of several. */
export type FieldsOf<S extends SpaceShape, M> = M extends keyof S['models'] ? S['models'][M] : never

/** The fields of a field set, or of each of several. */
export type SetFields<S extends SpaceShape, Name> = Name extends keyof S['fieldSets']
  ? S['fieldSets'][Name]
  : never

/** LUIDs that at least one of several lists of fields has. */
export type LuidsOf<F> = F extends unknown ? keyof F & string : never

/** What a LUID stands for in those lists of fields that have it. */
export type FieldAt<F, Luid> = F extends unknown ? (Luid extends keyof F ? F[Luid] : never) : never

/** What an object may hold at a LUID. Every object has a `constructor`, even where none is given. */
export type Given<Luid, T> = Luid extends 'constructor'
  ? T | typeof Object.prototype.constructor
  : T

/** True for a space of which nothing is known, as `createClient` without a type argument. */
export type IsUntyped<S extends SpaceShape> = string extends keyof S['models'] ? true : false

/** How many references deep an answer goes. */
export type Depth = 0 | 1 | 2 | 3

/** The depth that is left behind one more reference. */
export type Below<D extends Depth> = D extends 3 ? 2 : D extends 2 ? 1 : 0

/** Formats in which flexible text is shown. */
export type TextFormat = 'html' | 'text' | 'markdown' | 'portable_html'

/** Publication state of the data that is shown. */
export type Status = 'draft' | 'published' | 'published_draft'
