import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { formatProblem } from '@octavo/schema/errors.ts'
import { checkFile } from './check-file.ts'
import { existingNames, planChange } from './plan.ts'
import type { SchemaSource } from './source.ts'

/** The changes that a schema would make, as lines of text. Reads no content, so it is fast for any space. */
export function schemaDifference(
  current: RootDefinition,
  source: SchemaSource,
  isPrune = false,
): string[] {
  const { file, problems } = checkFile(source.value, existingNames(current, isPrune))
  const plan = problems.length === 0 ? planChange(current, file, isPrune) : undefined
  const faults = plan?.problems ?? problems
  return faults.length > 0 ? faults.map(formatProblem) : (plan?.lines ?? []).map((it) => it.message)
}
