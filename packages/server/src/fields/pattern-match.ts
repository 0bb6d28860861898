/**
 * Matches values against patterns of the schema. JavaScript uses backtracking, so a pattern that is fast on
 * short values can take hours on a long one. Matches that could be slow run with a time limit.
 */
import { createContext, Script, type Context } from 'node:vm'

/** Whether the value matches; undefined if the time budget is used up. */
export type PatternMatch = (pattern: string, value: string) => boolean | undefined

/** CPU time for all patterns of one item. Typical matches take microseconds. */
const defaultBudgetMs = 25
/** Steps per item without a time limit: about ten milliseconds. */
const fewSteps = 2_000_000

export function patternMatcher(budgetMs = defaultBudgetMs): PatternMatch {
  let leftMs = budgetMs
  let leftSteps = fewSteps
  return (pattern, value) => {
    const expression = compiled(pattern)
    const steps = mostSteps(pattern, value)
    if (steps <= leftSteps) {
      leftSteps -= steps
      return expression.test(value)
    }
    if (leftMs <= 0) return undefined
    runner ??= { context: createContext(), script: new Script('expression.test(value)') }
    const before = cpuMs()
    const result = testWithin(runner, expression, value, leftMs)
    leftMs -= cpuMs() - before
    return result
  }
}

const expressions = new Map<string, RegExp>()
const maxExpressions = 1_000

function compiled(pattern: string): RegExp {
  const cached = expressions.get(pattern)
  if (cached) return cached
  if (expressions.size >= maxExpressions) expressions.clear()
  const expression = new RegExp(pattern, 'u')
  expressions.set(pattern, expression)
  return expression
}

/**
 * An upper bound for the steps of a match: all ways to divide the value between the quantifiers, at each
 * possible start.
 */
function mostSteps(pattern: string, value: string): number {
  const quantifiers = quantifiersOf(pattern)
  if (quantifiers === undefined) return Infinity
  let steps = pattern.startsWith('^') && !pattern.includes('|') ? 1 : value.length + 1
  for (let index = 1; index <= quantifiers; index++) steps *= (value.length + index) / index
  return steps
}

/** A repeated group without nested groups or alternatives. */
const simpleGroup = /\((?:\?:)?((?:\\.|[^()|\\])*)\)[*+]/g

/**
 * The number of quantifiers; undefined if it gives no bound for the steps. The schema permits a repeated
 * group only if something fixed separates its rounds: with one quantifier inside, there is only one way to
 * divide a value into rounds.
 */
function quantifiersOf(pattern: string): number | undefined {
  if (/\\[1-9k]|\(\?[=!<]/.test(pattern)) return undefined
  const counts = Array.from(pattern.matchAll(simpleGroup), ([, inside = '']) => countIn(inside))
  const rest = pattern.replaceAll(simpleGroup, '$1*')
  if (counts.some((count) => count > 1) || /\)[*+?{]/.test(rest)) return undefined
  return countIn(rest)
}

function countIn(pattern: string): number {
  return pattern.match(/[*+?]|\{\d+,/g)?.length ?? 0
}

interface Runner {
  readonly context: Context
  readonly script: Script
}

let runner: Runner | undefined

/** The limit of `vm` is wall-clock time. If the thread had to wait for the CPU, the match is retried. */
function testWithin(
  { context, script }: Runner,
  expression: RegExp,
  value: string,
  limitMs: number,
): boolean | undefined {
  Object.assign(context, { expression, value })
  const before = cpuMs()
  try {
    for (let left = limitMs; left > 0; left = limitMs - (cpuMs() - before)) {
      try {
        return script.runInContext(context, { timeout: Math.ceil(left) }) as boolean
      } catch (error) {
        if (!isTimeout(error)) throw error
      }
    }
    return undefined
  } finally {
    Object.assign(context, { expression: undefined, value: undefined })
  }
}

function isTimeout(error: unknown): boolean {
  // The error is not an instance of Error in this realm.
  const { code } = (error ?? {}) as { code?: unknown }
  return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
