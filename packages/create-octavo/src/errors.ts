/** An error for the user, with the next step. */
export class CreateError extends Error {
  override name = 'CreateError'
}

/** An invalid command line; one line for each problem. */
export class UsageError extends Error {
  override name = 'UsageError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** The user pressed Ctrl+C, or the process got a signal. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}
