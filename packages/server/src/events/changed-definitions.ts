import { isDeepStrictEqual } from 'node:util'
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import type { ChangedDefinitions } from './record.ts'

/** Definitions that were added, changed or removed. A renamed one has both names. */
export function changedDefinitions(
  before: RootDefinition,
  after: RootDefinition,
): ChangedDefinitions {
  return {
    models: changedNames(before.models, after.models, ({ luid }) => luid),
    fieldSets: changedNames(before.fieldSets, after.fieldSets, ({ luid }) => luid),
    languages: changedNames(before.languages, after.languages, ({ key }) => key),
  }
}

function changedNames<Thing extends { id: number }>(
  before: readonly Thing[],
  after: readonly Thing[],
  nameOf: (thing: Thing) => string,
): string[] {
  const namesOnly = (things: readonly Thing[], others: readonly Thing[]): string[] =>
    things.filter((thing) => !others.some((other) => isDeepStrictEqual(thing, other))).map(nameOf)
  return [...new Set([...namesOnly(before, after), ...namesOnly(after, before)])].toSorted()
}
