/** Checks the names of fields and groups inside one model or field set. */
import type { StudioTexts } from '@octavo/schema/presentation.ts'
import type { AnyField } from './field-settings.ts'

/** A group of fields in Studio. */
export interface GroupDefinition {
  readonly luid: string
  readonly name?: string
  readonly names?: StudioTexts
}

/** Keys of a condition that name no field of the same owner. */
type UnknownKeys<Where, Luid extends string> = Exclude<
  keyof Where & string,
  `$${string}` | Luid | `${Luid}.${string}`
>

type ConditionFault<F, Luid extends string> = F extends { readonly showWhen: infer Where }
  ? string extends keyof Where
    ? never
    : UnknownKeys<Where, Luid>
  : never

/** Without a list of groups, any name makes one. */
type GroupFault<F, Groups extends readonly GroupDefinition[]> = F extends {
  readonly group: infer Group extends string
}
  ? [Groups[number]] extends [never]
    ? never
    : string extends Group
      ? never
      : Exclude<Group, Groups[number]['luid']>
  : never

type CheckedField<F, Luid extends string, Groups extends readonly GroupDefinition[]> = [
  ConditionFault<F, Luid>,
] extends [never]
  ? [GroupFault<F, Groups>] extends [never]
    ? F
    : `The group "${GroupFault<F, Groups> & string}" is not in groups.`
  : `There is no field "${ConditionFault<F, Luid> & string}" for showWhen.`

/** The fields, with a sentence in place of each that names what is not there. */
export type CheckedFields<
  Fields extends readonly AnyField[],
  Groups extends readonly GroupDefinition[],
> = {
  readonly [Index in keyof Fields]: CheckedField<Fields[Index], Fields[number]['luid'], Groups>
}
