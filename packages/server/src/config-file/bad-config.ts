import { formatProblem, type Problem } from '@octavo/schema/errors.ts'

/** A configuration file that cannot be used. */
export class BadConfig extends Error {
  override name = 'BadConfig'
  readonly problems: readonly Problem[]
  /** Files to watch until it can be used. */
  readonly files: readonly string[]

  constructor(problems: readonly Problem[], files: readonly string[]) {
    super(problems.map(formatProblem).join('; '))
    this.problems = problems
    this.files = files
  }
}
