/** The context of a check against a JSON Schema. */
import type { CodedMessage } from '@octavo/schema/problems.ts'
import type { PatternMatch } from '../pattern-match.ts'

export interface JsonProblem {
  /** Suffix for the path of the field: `.prices[2]`. */
  path: string
  message: CodedMessage
}

export type JsonSchemaValue = boolean | { readonly [keyword: string]: unknown }

/** The work that is left for all JSON values of an item. */
export interface JsonBudget {
  steps: number
}

/** One check. `check` is the check of another schema, which counts toward the same limit. */
export interface Run {
  readonly root: JsonSchemaValue
  readonly matches: PatternMatch
  check(schema: unknown, value: unknown, path: string): JsonProblem[]
  /** Counts work. Throws if there is too much of it. */
  spend(steps: number): void
}
