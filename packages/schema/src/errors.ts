/** Every error that leaves the service is a row of this table. */
import type { ProblemCode, Said } from './problems.ts'

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

/** One thing that is wrong, and where: a parameter's name or a JSON path such as `fields[ja].links[0].to`. */
export interface Problem extends Pick<Said, 'message' | 'values'> {
  path: string
  /** What is wrong, for callers that say it in another language. */
  code?: ProblemCode
}

/** What is wrong at one place. */
export function problemAt(path: string, what: string | Said): Problem {
  return typeof what === 'string' ? { path, message: what } : { path, ...what }
}

/** Refuses what was asked. All problems of one request travel together. */
export class Refusal extends Error {
  readonly kind: ErrorKind
  readonly problems: readonly Problem[]

  constructor(kind: ErrorKind, problems: readonly Problem[] | string | Said) {
    const isWhole = typeof problems === 'string' || 'message' in problems
    const list = isWhole ? [problemAt('', problems)] : problems
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

export function formatProblem(problem: Problem): string {
  return problem.path === '' ? problem.message : `${problem.path}: ${problem.message}`
}
