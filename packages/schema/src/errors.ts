/** The errors that the service returns. */
import type { z } from 'zod'
import type { problem } from './admin/problems.ts'
import { say, type ProblemValues, type CodedMessage } from './problems.ts'

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

/** A problem and its place. */
export type Problem = z.infer<typeof problem>

export function problemAt(path: string, what: string | CodedMessage): Problem {
  return typeof what === 'string' ? { path, message: what } : { path, ...what }
}

/** A longer list is cut here and ends with a note that there are more problems. */
export const maxProblems = 100
/** Paths and messages quote names and values of the request, which can have any length. */
const maxPathLength = 300
const maxTextLength = 1_000

/** Adds a problem to a list. Throws when the list is full, which stops the check. */
export function addProblem(problems: Problem[], problem: Problem): void {
  if (problems.length >= maxProblems) throw new TooManyProblems(problems)
  problems.push(bounded(problem))
}

/** Runs a check that adds to this list. If it finds too many problems, the last one says so. */
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

/** Cuts long text, but not within a surrogate pair. */
export function clipped(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text
}

function listed(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= maxProblems) return problems
  const more = problemAt('', say('moreProblems', { max: maxProblems }))
  return [...problems.slice(0, maxProblems), more]
}

/** Rejects a request with all of its problems, up to `maxProblems`. */
export class Refusal extends Error {
  readonly kind: ErrorKind
  readonly problems: readonly Problem[]

  constructor(kind: ErrorKind, problems: readonly Problem[] | string | CodedMessage) {
    const isSingle = typeof problems === 'string' || 'message' in problems
    const list = isSingle ? [problemAt('', problems)] : listed(problems)
    super(list.map(formatProblem).join('; '))
    this.name = 'Refusal'
    this.kind = kind
    this.problems = list
  }
}

/** A temporary failure: the same request may succeed after some seconds. */
export class Unavailable extends Refusal {
  readonly seconds: number

  constructor(message: string, seconds: number) {
    super('unavailable', message)
    this.name = 'Unavailable'
    this.seconds = seconds
  }
}

/** Stops a check that finds more than `maxProblems` problems. */
export class TooManyProblems extends Refusal {
  constructor(problems: readonly Problem[]) {
    super('badRequest', [...problems, problemAt('', '')])
    this.name = 'TooManyProblems'
  }
}

export function formatProblem(problem: Problem): string {
  return problem.path === '' ? problem.message : `${problem.path}: ${problem.message}`
}
