/** Models and field sets as code. */
import type { IconName } from '@octavo/schema/icons.ts'
import type { StudioTexts } from '@octavo/schema/presentation.ts'
import type { CheckedFields, GroupDefinition } from './checked-fields.ts'
import type { AnyField, TitleType, TypesIn } from './field-settings.ts'
import { notePlace } from './places.ts'

export type FieldInModel = AnyField & { readonly type: TypesIn<'model'> }
export type FieldInFieldSet = AnyField & { readonly type: TypesIn<'field set'> }

interface Names<Luid extends string> {
  readonly luid: Luid
  /** For people; the LUID where it is left out. */
  readonly name?: string
  /** The name in other languages of Studio. */
  readonly names?: StudioTexts
  /** The LUID that it had before: renames it and keeps its content. */
  readonly was?: string
}

/** How Studio shows a model and its list. */
export interface ModelSettings<Fields extends readonly AnyField[] = readonly AnyField[]> {
  readonly description?: string
  readonly descriptions?: StudioTexts
  readonly icon?: IconName
  /** How groups are shown; tabs where it is left out. */
  readonly layout?: 'tabs' | 'sections'
  /** The LUID of the media field that pictures a row. */
  readonly picture?: Extract<Fields[number], { readonly type: 'media' }>['luid']
  /** Columns of the list: fields, fields of field sets such as `seo.title`, and times. */
  readonly columns?: readonly ListName<Fields>[]
  /** Order of the list: `-price` is descending. */
  readonly order?: readonly (ListName<Fields> | `-${ListName<Fields>}`)[]
}

type ListName<Fields extends readonly AnyField[]> =
  | Fields[number]['luid']
  | `${Extract<Fields[number], { readonly type: 'fieldset' }>['luid']}.${string}`
  | `_${string}`

export interface ModelDefinition<
  Luid extends string = string,
  Fields extends readonly FieldInModel[] = readonly FieldInModel[],
>
  extends Names<Luid>, ModelSettings<Fields> {
  /** The LUID of the field whose value is the title of an item; else the first text field. */
  readonly title?: TitleOf<Fields>
  /** Names and order of the groups that fields belong to. */
  readonly groups?: readonly GroupDefinition[]
  readonly fields: Fields
}

export interface FieldSetDefinition<
  Luid extends string = string,
  Fields extends readonly FieldInFieldSet[] = readonly FieldInFieldSet[],
> extends Names<Luid> {
  readonly groups?: readonly GroupDefinition[]
  readonly fields: Fields
}

type TitleOf<Fields extends readonly AnyField[]> = Extract<
  Fields[number],
  { readonly type: TitleType }
>['luid']

export function defineModel<
  const Luid extends string,
  const Fields extends readonly FieldInModel[],
  const Groups extends readonly GroupDefinition[] = [],
>(
  model: Names<Luid> &
    ModelSettings<NoInfer<Fields>> & {
      readonly title?: NoInfer<TitleOf<Fields>>
      readonly groups?: Groups
      readonly fields: Fields & CheckedFields<Fields, Groups>
    },
): ModelDefinition<Luid, Fields> {
  return notePlace({ ...model }, defineModel)
}

export function defineFieldSet<
  const Luid extends string,
  const Fields extends readonly FieldInFieldSet[],
  const Groups extends readonly GroupDefinition[] = [],
>(
  fieldSet: Names<Luid> & {
    readonly groups?: Groups
    readonly fields: Fields & CheckedFields<Fields, Groups>
  },
): FieldSetDefinition<Luid, Fields> {
  return notePlace({ ...fieldSet }, defineFieldSet)
}
