/** Problems of a request, and planned changes of a definition. */
import { z } from 'zod'
import { problemCodes, type CodedMessage } from '../problems.ts'

const code = z.enum(problemCodes).meta({ id: 'ProblemCode' })
const values = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .exactOptional()
  .describe('Values of the placeholders. `count` is a number that the English text spells out.')

export const codedMessage = z
  .strictObject({
    message: z.string(),
    code,
    values,
  })
  .meta({
    id: 'CodedMessage',
    description: 'A message in English, with the code and values needed to translate it.',
  }) satisfies z.ZodType<CodedMessage>

export const problem = z
  .strictObject({
    path: z.string(),
    message: z.string(),
    code: code.exactOptional().describe('Code of the message, for clients that translate it.'),
    values,
  })
  .meta({
    id: 'Problem',
    description:
      'A problem and its place: the name of a parameter or a JSON path such as `fields[ja].links[0].to`.',
  })
