/** What is wrong with a request, or planned for a definition. */
import { z } from 'zod'
import { problemCodes, type Said } from '../problems.ts'

const code = z.enum(problemCodes).meta({ id: 'ProblemCode' })
const values = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .exactOptional()
  .describe('`count` stands for a number of things where the English text has words.')

export const said = z
  .strictObject({
    message: z.string(),
    code,
    values,
  })
  .meta({
    id: 'Said',
    description: 'A sentence of the service, with what is needed to say it in another language.',
  }) satisfies z.ZodType<Said>

export const problem = z
  .strictObject({
    path: z.string(),
    message: z.string(),
    code: code
      .exactOptional()
      .describe('What is wrong, for callers that say it in another language.'),
    values,
  })
  .meta({
    id: 'Problem',
    description:
      "One thing that is wrong, and where: a parameter's name or a JSON path such as `fields[ja].links[0].to`.",
  })
