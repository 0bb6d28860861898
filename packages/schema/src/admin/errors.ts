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
        "Paths as in the request body: `email`, `languages.ja.fields.links[0].to`. '' is the whole.",
      ),
    retryAfter: z
      .number()
      .exactOptional()
      .describe(
        'With 429: seconds until the next try is possible. Also in the header `Retry-After`.',
      ),
    current: editableItem
      .exactOptional()
      .describe('With 412 from a save or a change of state: the item as somebody else left it.'),
  })
  .meta({
    id: 'AdminError',
    description:
      'The body of every answer that is not a success. All problems of one request are in it.',
  })

export type AdminError = z.infer<typeof adminError>
