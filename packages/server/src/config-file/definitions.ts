/** Models and field sets as code. */
import type { AnyField, TitleType, TypesIn } from './field-settings.ts'
import { notePlace } from './places.ts'

export type FieldInModel = AnyField & { readonly type: TypesIn<'model'> }
export type FieldInFieldSet = AnyField & { readonly type: TypesIn<'field set'> }

interface Names<Luid extends string> {
  readonly luid: Luid
  /** For people; the LUID where it is left out. */
  readonly name?: string
  /** The LUID that it had before: renames it and keeps its content. */
  readonly was?: string
}

export interface ModelDefinition<
  Luid extends string = string,
  Fields extends readonly FieldInModel[] = readonly FieldInModel[],
> extends Names<Luid> {
  /** The LUID of the field whose value is the title of an item; else the first text field. */
  readonly title?: TitleOf<Fields>
  readonly fields: Fields
}

export interface FieldSetDefinition<
  Luid extends string = string,
  Fields extends readonly FieldInFieldSet[] = readonly FieldInFieldSet[],
> extends Names<Luid> {
  readonly fields: Fields
}

type TitleOf<Fields extends readonly AnyField[]> = Extract<
  Fields[number],
  { readonly type: TitleType }
>['luid']

export function defineModel<
  const Luid extends string,
  const Fields extends readonly FieldInModel[],
>(
  model: Names<Luid> & { readonly title?: NoInfer<TitleOf<Fields>>; readonly fields: Fields },
): ModelDefinition<Luid, Fields> {
  return notePlace({ ...model }, defineModel)
}

export function defineFieldSet<
  const Luid extends string,
  const Fields extends readonly FieldInFieldSet[],
>(fieldSet: Names<Luid> & { readonly fields: Fields }): FieldSetDefinition<Luid, Fields> {
  return notePlace({ ...fieldSet }, defineFieldSet)
}
