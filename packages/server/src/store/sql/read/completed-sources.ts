/** The sources of a list, with the tests of all its conditions. */
import type { Condition, Selection } from '../../../query/tree.ts'
import { startHint } from './condition-facts.ts'
import { isIn, type ReadContext } from './context.ts'
import { testsEntries, testsOf, withEntries, type Source } from './source.ts'
import { sourcesOf } from './sources.ts'
import { isCertain } from './text-sources.ts'

/** The alias of the entries of the listed items. */
export const entry = 'e'

/** Conditions that the leading rows do not imply. A search for one keyword already covers all keywords. */
export function untested({ conditions }: Selection, lead: number | null): Condition[] {
  const leading = lead === null ? undefined : conditions[lead]
  const isSearch = leading?.kind === 'text' && !startHint(leading)
  return conditions.filter(
    (one, index) => index !== lead && !(isSearch && one.kind === 'text' && isCertain(one)),
  )
}

export function leadSources(selection: Selection, lead: number, context: ReadContext): Source[] {
  const condition = selection.conditions[lead]
  if (!condition) return []
  return context.visibility.scopes.flatMap((rule) =>
    sourcesOf(condition, selection, rule, entry, context),
  )
}

/** A source with all tests in its `where`, and with the entries if something needs them. */
export function completed(
  given: Source,
  conditions: readonly Condition[],
  selection: Selection,
  needsEntries: boolean,
  context: ReadContext,
): Source {
  const { spaceIds } = selection
  const inSpaces = spaceIds ? [isIn(context.dialect, `${entry}.space_id`, spaceIds)] : []
  const onEntries = [...given.entryWhere, ...inSpaces]
  const isNeeded = needsEntries || onEntries.length > 0 || testsEntries(given, conditions)
  const source = isNeeded ? withEntries(given, entry, context) : given
  const tests = testsOf(source, conditions, entry, context)
  return { ...source, where: [...source.where, ...onEntries, ...tests] }
}
