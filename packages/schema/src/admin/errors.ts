import { z } from 'zod'
import { errorTable } from '../errors.ts'
import { editableItem } from './items.ts'
import { problem } from './problems.ts'

const rows = Object.values(errorTable)

export const adminError = z
  .strictObject({
    status: z.literal(rows.map(({ status }) => status)),
    code: z.literal(rows.map(({ code }) => code)),
    problems: z
      .array(problem)
      .describe(
        "Paths in the request body: `email`, `languages.ja.fields.links[0].to`; '' for the request as a whole.",
      ),
    retryAfter: z
      .number()
      .exactOptional()
      .describe(
        'With 429: seconds to wait before the next attempt. Also in the header `Retry-After`.',
      ),
    current: editableItem
      .exactOptional()
      .describe(
        'With 412 from a save or a state change: the current item, as changed by another user.',
      ),
  })
  .meta({
    id: 'AdminError',
    description: 'The body of every error response, with all problems of the request.',
  })

export type AdminError = z.infer<typeof adminError>
