import { retryAfterIn } from './retry-after.ts'

/** A problem and its place: a parameter or a path such as `fields.links[0].to`. */
export interface OctavoProblem {
  path: string
  detail: string
}

/** The properties of an error. Status 0 means that there was no valid response. */
export interface OctavoFailure {
  status: number
  code: string
  detail: string
  problems?: readonly OctavoProblem[]
  retryAfter?: number
}

/**
 * A request that the server rejected, or that failed without a valid response.
 *
 * @example
 * ```ts
 * try {
 *   await client.get(999_999)
 * } catch (error) {
 *   if (!(error instanceof OctavoError)) throw error
 *   console.log(error.status, error.code) // 404 Not Found
 * }
 * ```
 */
export class OctavoError extends Error {
  override readonly name = 'OctavoError'
  /** The HTTP status; 0 if there was no valid response. */
  readonly status: number
  /** The code of the API, such as `Not Found`. With status 0: `Timeout`, `Network` or `Bad Answer`. */
  readonly code: string
  /** The reason, in one line. */
  readonly detail: string
  /** All problems of the request, by parameter or path. */
  readonly problems: readonly OctavoProblem[]
  /** Seconds to wait before the next request, from `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(failure: OctavoFailure, options?: ErrorOptions) {
    const { status, code, detail, problems = [], retryAfter } = failure
    super(
      `${status === 0 ? code : `${status} ${code}`}${detail === '' ? '' : `: ${detail}`}`,
      options,
    )
    this.status = status
    this.code = code
    this.detail = detail
    this.problems = problems
    this.retryAfter = retryAfter
  }
}

/** Creates the error for a response. */
export async function errorOf(response: Response): Promise<OctavoError> {
  const body = await jsonIn(response)
  const header = response.headers.get('x-service-detail') ?? ''
  const retryAfter = retryAfterIn(response.headers)
  return new OctavoError({
    status: response.status,
    code: textIn(body, 'title') ?? textIn(body, 'code') ?? response.statusText,
    detail: textIn(body, 'detail') ?? decoded(header),
    problems: problemsIn(body),
    ...(retryAfter !== undefined && { retryAfter }),
  })
}

async function jsonIn(response: Response): Promise<object> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

function textIn(body: object, name: string): string | undefined {
  const value: unknown = Reflect.get(body, name)
  return typeof value === 'string' ? value : undefined
}

function problemsIn(body: object): OctavoProblem[] {
  const list: unknown = Reflect.get(body, 'problems')
  return Array.isArray(list) ? (list as OctavoProblem[]) : []
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
