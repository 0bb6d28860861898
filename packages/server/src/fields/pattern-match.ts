/**
 * Compares values with patterns of the schema. JavaScript matches by trying, and a pattern that is quick
 * on short values can take hours on a long one, so what could take long runs with a time limit.
 */
import { createContext, Script, type Context } from 'node:vm'

/** Whether the value matches; undefined where the time is used up. */
export type PatternMatch = (pattern: string, value: string) => boolean | undefined

/** For all patterns of one item. Matches that people need take microseconds. */
const usualMs = 40
/**
 * For one attempt. A thread that has to wait for a processor exceeds it at times, whatever it matches:
 * the next attempt succeeds, unless it is the match that takes long.
 */
const attemptMs = 8
/** Where at most so many steps are possible, no limit is needed. */
const fewSteps = 100_000

export function patternMatcher(budgetMs = usualMs): PatternMatch {
  let leftMs = budgetMs
  return (pattern, value) => {
    const expression = compiled(pattern)
    if (isQuick(pattern, value)) return expression.test(value)
    while (leftMs > 0) {
      const before = performance.now()
      const result = attempt(expression, value)
      leftMs -= Math.min(performance.now() - before, attemptMs)
      if (result !== undefined) return result
    }
    return undefined
  }
}

const expressions = new Map<string, RegExp>()
const maxExpressions = 1_000

function compiled(pattern: string): RegExp {
  const known = expressions.get(pattern)
  if (known) return known
  if (expressions.size >= maxExpressions) expressions.clear()
  const expression = new RegExp(pattern, 'u')
  expressions.set(pattern, expression)
  return expression
}

/**
 * Without a repeated group and without what refers back, each quantifier can at most go through all of the
 * value, at each place where the match can begin.
 */
function isQuick(pattern: string, value: string): boolean {
  if (/\)[*+?{]|\\[1-9k]|\(\?[=!<]/.test(pattern)) return false
  const quantifiers = pattern.match(/[*+?{]/g)?.length ?? 0
  return (value.length + 1) ** (quantifiers + 1) <= fewSteps
}

let runner: { readonly context: Context; readonly script: Script } | undefined

/** Undefined where it takes too long. */
function attempt(expression: RegExp, value: string): boolean | undefined {
  runner ??= { context: createContext(), script: new Script('expression.test(value)') }
  const { context, script } = runner
  Object.assign(context, { expression, value })
  try {
    return script.runInContext(context, { timeout: attemptMs }) as boolean
  } catch (error) {
    if (isTimeout(error)) return undefined
    throw error
  } finally {
    Object.assign(context, { expression: undefined, value: undefined })
  }
}

function isTimeout(error: unknown): boolean {
  // Not an instance of this realm's Error.
  const { code } = (error ?? {}) as { code?: unknown }
  return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
