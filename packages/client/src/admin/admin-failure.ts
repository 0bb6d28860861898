import type { EditableItem } from '@octavo/schema/admin/items.ts'
import type { AdminError } from '@octavo/schema/admin/errors.ts'
import type { Problem } from '@octavo/schema/errors.ts'

interface FailureFacts {
  status: number
  problems: readonly Problem[]
  retryAfter?: number | undefined
  current?: EditableItem | undefined
}

/** A failed request. Status 0 means that the server was not reached. */
export class AdminFailure extends Error {
  readonly status: number
  readonly problems: readonly Problem[]
  readonly retryAfter: number | undefined
  readonly current: EditableItem | undefined

  constructor({ status, problems, retryAfter, current }: FailureFacts) {
    super(problems[0]?.message ?? `the server responded with ${status}`)
    this.name = 'AdminFailure'
    this.status = status
    this.problems = problems
    this.retryAfter = retryAfter
    this.current = current
  }
}

export function networkFailure(): AdminFailure {
  return new AdminFailure({ status: 0, problems: [] })
}

export async function failureOf(
  response: Response,
  parse: (text: string) => unknown,
): Promise<AdminFailure> {
  const body = (await response
    .text()
    .then(parse)
    .catch(() => undefined)) as Partial<AdminError> | undefined
  return failureFrom(response.status, body)
}

export function failureFrom(status: number, body: Partial<AdminError> | undefined): AdminFailure {
  return new AdminFailure({
    status,
    problems: body?.problems ?? [],
    retryAfter: body?.retryAfter,
    current: body?.current,
  })
}
