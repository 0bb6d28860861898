import type { errorTable, Problem } from '../errors.ts'
import type { EditableItem } from './contents.ts'

/** The body of every answer that is not a success. All problems of one request are in it. */
export interface AdminError {
  status: (typeof errorTable)[keyof typeof errorTable]['status']
  code: (typeof errorTable)[keyof typeof errorTable]['code']
  /** Paths as in the request body: `email`, `languages.ja.fields.links[0].to`. '' is the whole. */
  problems: Problem[]
  /** With 429: seconds until the next try is possible. Also in the header `Retry-After`. */
  retryAfter?: number
  /** With 412 from a save or a change of state: the item as somebody else left it. */
  current?: EditableItem
}
