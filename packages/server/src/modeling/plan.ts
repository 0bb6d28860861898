import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { factsOf } from '@octavo/schema/field-types.ts'
import type { Problem } from '@octavo/schema/errors.ts'
import type { CodedMessage } from '@octavo/schema/problems.ts'
import type { ExistingNames } from './check-file.ts'
import { describeDifference } from './describe.ts'
import { resolveFile } from './resolve.ts'
import type { SchemaFile } from './schema-file.ts'

export interface Plan {
  /** New definitions have negative ids until the plan is executed. */
  next: RootDefinition
  /** The planned changes for users; empty if there are none. */
  lines: CodedMessage[]
  /** Reasons why the plan is impossible, regardless of stored content. */
  problems: Problem[]
}

/** Plans the changes that make a definition match a file. */
export function planChange(current: RootDefinition, file: SchemaFile, isPrune: boolean): Plan {
  const { next, problems } = resolveFile(current, file, isPrune)
  const lines = describeDifference({ before: current, after: next, isPrune })
  return { next, lines, problems }
}

/** Names that a file may use without defining them; none with pruning. */
export function existingNames(root: RootDefinition, isPrune: boolean): ExistingNames {
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

/** Replaces temporary ids by real ones, also in references. */
export function withRealIds(root: RootDefinition, realIds: readonly number[]): RootDefinition {
  const text = JSON.stringify(root, (key, value: unknown) =>
    typeof value === 'number' && value < 0 && isIdKey(key) ? realIds[-value - 1] : value,
  )
  return JSON.parse(text) as RootDefinition
}

/** How many real ids `withRealIds` needs. */
export function countNewIds(root: RootDefinition): number {
  let lowest = 0
  JSON.stringify(root, (key, value: unknown) => {
    if (typeof value === 'number' && isIdKey(key)) lowest = Math.min(lowest, value)
    return value
  })
  return -lowest
}

/** Ids occur under these keys, and in the lists that refer to models and field sets. */
function isIdKey(key: string): boolean {
  return ['id', 'titleFieldId', 'pictureFieldId', 'fieldSet'].includes(key) || /^\d+$/.test(key)
}
