import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { factsOf } from '@octavo/schema/field-types.ts'
import type { Problem } from '@octavo/schema/errors.ts'
import type { Said } from '@octavo/schema/problems.ts'
import type { KnownNames } from './check-file.ts'
import { describeDifference } from './describe.ts'
import { resolveFile } from './resolve.ts'
import type { SchemaFile } from './schema-file.ts'

export interface Plan {
  /** New things bear negative ids until the plan is carried out. */
  next: RootDefinition
  /** What will be done, for people; empty where there is nothing to do. */
  lines: Said[]
  /** What makes it impossible whatever is stored. */
  problems: Problem[]
}

/** What has to be done to bring a definition to what a file says. */
export function planChange(current: RootDefinition, file: SchemaFile, isPrune: boolean): Plan {
  const { next, problems } = resolveFile(current, file, isPrune)
  const lines = describeDifference({ before: current, after: next, isPrune })
  return { next, lines, problems }
}

/** What a file may name without repeating it: with pruning, nothing. */
export function knownNames(root: RootDefinition, isPrune: boolean): KnownNames {
  const models = isPrune ? [] : root.models
  const titles = models.map(({ luid, fields }): [string, Set<string>] => [
    luid,
    luidsOf(fields.filter(({ type }) => factsOf(type).canBeTitle)),
  ])
  return {
    models: luidsOf(models),
    fieldSets: luidsOf(isPrune ? [] : root.fieldSets),
    titles: new Map(titles),
  }
}

function luidsOf(things: readonly { luid: string }[]): Set<string> {
  return new Set(things.map(({ luid }) => luid))
}

/** Gives everything that bears a temporary id a real one, wherever it is named. */
export function withRealIds(root: RootDefinition, realIds: readonly number[]): RootDefinition {
  const text = JSON.stringify(root, (key, value: unknown) =>
    typeof value === 'number' && value < 0 && isIdKey(key) ? realIds[-value - 1] : value,
  )
  return JSON.parse(text) as RootDefinition
}

/** How many real ids `withRealIds` will ask for. */
export function countNewIds(root: RootDefinition): number {
  let lowest = 0
  JSON.stringify(root, (key, value: unknown) => {
    if (typeof value === 'number' && isIdKey(key)) lowest = Math.min(lowest, value)
    return value
  })
  return -lowest
}

/** Ids stand under their names, and in the lists that name models and field sets. */
function isIdKey(key: string): boolean {
  return ['id', 'titleFieldId', 'fieldSet'].includes(key) || /^\d+$/.test(key)
}
