/**
 * Checks a value against a JSON Schema, for the keywords of draft 2020-12 in
 * modeling/check-json-schema.ts. The work is
 * limited: a small schema with references and alternatives can otherwise take any time.
 */
import { say } from '@octavo/schema/problems.ts'
import type { PatternMatch } from '../pattern-match.ts'
import { applicators } from './applicators.ts'
import { assertions } from './assertions.ts'
import type { JsonBudget, JsonProblem, JsonSchemaValue, Run } from './run.ts'

/** Takes less than 25 ms, so that an item with patterns of its own stays below 50 ms. */
const maxSteps = 25_000
const maxNesting = 200

export function jsonBudget(): JsonBudget {
  return { steps: maxSteps }
}

class TooComplex extends Error {}

export function checkJson(
  root: JsonSchemaValue,
  value: unknown,
  matches: PatternMatch,
  budget = jsonBudget(),
): JsonProblem[] {
  let nesting = 0
  const run: Run = {
    root,
    matches,
    spend(steps) {
      budget.steps -= steps
      if (budget.steps < 0) throw new TooComplex()
    },
    check(schema, inner, path) {
      run.spend(1 + sizeOf(inner))
      nesting++
      if (nesting > maxNesting) throw new TooComplex()
      const problems = problemsOf(schema as JsonSchemaValue, inner, path, run)
      nesting--
      // A message takes longer than a check, and problems are copied at each level.
      run.spend(3 * problems.length)
      return problems
    },
  }
  try {
    return run.check(root, value, '')
  } catch (error) {
    if (error instanceof TooComplex) return [{ path: '', message: say('jsonTooComplex') }]
    throw error
  }
}

/** How much work one keyword may have with the value itself, without its parts. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length / 16
  if (Array.isArray(value)) return value.length / 4
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}

function problemsOf(
  schema: JsonSchemaValue,
  value: unknown,
  path: string,
  run: Run,
): JsonProblem[] {
  if (schema === true) return []
  if (schema === false) return [{ path, message: say('jsonForbidden') }]
  const problems: JsonProblem[] = []
  for (const test of compiled.getOrInsertComputed(schema, testsOf)) {
    for (const problem of test(value, path, run)) problems.push(problem)
  }
  return problems
}

type Test = (value: unknown, path: string, run: Run) => readonly JsonProblem[]

/** The keywords of a schema that test something. Schemas do not change. */
const compiled = new WeakMap<Exclude<JsonSchemaValue, boolean>, readonly Test[]>()
const none: readonly JsonProblem[] = []

function testsOf(schema: { readonly [keyword: string]: unknown }): Test[] {
  return Object.entries(schema).flatMap(([keyword, argument]): Test[] => {
    const assertion = assertions.get(keyword)
    const applicator = applicators.get(keyword)
    if (applicator)
      return [(value, path, run) => applicator(argument, value, { path, schema, run })]
    if (!assertion) return []
    return [
      (value, path, run) => {
        const message = assertion(argument, value, run)
        return message ? [{ path, message }] : none
      },
    ]
  })
}
