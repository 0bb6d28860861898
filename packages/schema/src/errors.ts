/** Every error that leaves the service is a row of this table. */
import type { z } from 'zod'
import type { problem } from './admin/problems.ts'
import { say, type ProblemValues, type Said } from './problems.ts'

export const errorTable = {
  badRequest: { status: 400, code: 'BadRequest' },
  unauthorized: { status: 401, code: 'Unauthorized' },
  paymentRequired: { status: 402, code: 'Payment Required' },
  forbidden: { status: 403, code: 'Forbidden' },
  notFound: { status: 404, code: 'Not Found' },
  preconditionFailed: { status: 412, code: 'Precondition Failed' },
  tooManyRequests: { status: 429, code: 'Too Many Requests' },
  internal: { status: 500, code: 'Internal Server Error' },
  unavailable: { status: 503, code: 'Service Unavailable' },
} as const

export type ErrorKind = keyof typeof errorTable

/** One thing that is wrong, and where. */
export type Problem = z.infer<typeof problem>

/** What is wrong at one place. */
export function problemAt(path: string, what: string | Said): Problem {
  return typeof what === 'string' ? { path, message: what } : { path, ...what }
}

/** So many problems are listed. After them, one more line says that there are more. */
export const maxProblems = 100
/** Paths and messages repeat names and values of the request, which can be of any length. */
const maxPathLength = 300
const maxTextLength = 1_000

/** Adds a problem to a list. Where the list is full, refuses with what it holds: checking ends there. */
export function addProblem(problems: Problem[], problem: Problem): void {
  if (problems.length >= maxProblems) throw new TooManyProblems(problems)
  problems.push(bounded(problem))
}

/** Runs a check that adds to this list. One that finds too many ends, and the last problem says so. */
export function collectProblems(problems: Problem[], check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof TooManyProblems)) throw error
    problems.splice(0, problems.length, ...error.problems)
  }
}

function bounded(problem: Problem): Problem {
  const { path, message, values } = problem
  const texts = values && Object.values(values).map(String)
  const isShort =
    path.length <= maxPathLength &&
    message.length <= maxTextLength &&
    !texts?.some((text) => text.length > maxTextLength)
  if (isShort) return problem
  const cut = Object.entries(values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? clipped(value, maxTextLength) : value,
  ])
  return {
    ...problem,
    path: clipped(path, maxPathLength),
    message: clipped(message, maxTextLength),
    ...(values && { values: Object.fromEntries(cut) as ProblemValues }),
  }
}

/** What is longer is cut, between two characters. */
export function clipped(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text
}

function listed(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= maxProblems) return problems
  const more = problemAt('', say('moreProblems', { max: maxProblems }))
  return [...problems.slice(0, maxProblems), more]
}

/** Refuses what was asked. All problems of one request travel together, up to `maxProblems`. */
export class Refusal extends Error {
  readonly kind: ErrorKind
  readonly problems: readonly Problem[]

  constructor(kind: ErrorKind, problems: readonly Problem[] | string | Said) {
    const isWhole = typeof problems === 'string' || 'message' in problems
    const list = isWhole ? [problemAt('', problems)] : listed(problems)
    super(list.map(formatProblem).join('; '))
    this.name = 'Refusal'
    this.kind = kind
    this.problems = list
  }
}

/** The server cannot do this now: the same request may work after some seconds. */
export class Unavailable extends Refusal {
  readonly seconds: number

  constructor(message: string, seconds: number) {
    super('unavailable', message)
    this.name = 'Unavailable'
    this.seconds = seconds
  }
}

/** Ends a check that has found `maxProblems` problems and came upon another one. */
export class TooManyProblems extends Refusal {
  constructor(problems: readonly Problem[]) {
    super('badRequest', [...problems, problemAt('', '')])
    this.name = 'TooManyProblems'
  }
}

export function formatProblem(problem: Problem): string {
  return problem.path === '' ? problem.message : `${problem.path}: ${problem.message}`
}
