/** Rules of fields that are checked when an item is published. */
import { publicationRules, type PublicationRule } from './choices.ts'
import type { Field } from './definitions.ts'
import { factsOf, type FieldTypeName } from './field-types.ts'

/** The rules that fields of this type can have. */
export function rulesOf(type: FieldTypeName): PublicationRule[] {
  const { settings } = factsOf(type)
  return publicationRules.filter((rule) => rule === 'required' || Object.hasOwn(settings, rule))
}

/** Whether breaking the rule prevents publication; otherwise Studio shows a warning. */
export function isEnforced({ warn }: Pick<Field, 'warn'>, rule: PublicationRule): boolean {
  return !warn?.includes(rule)
}
