/** Import and export of content and media by the command, in small steps that can be repeated. */
import { z } from 'zod'
import { problem } from './problems.ts'
import { wholeNumber } from './query.ts'
import { count, id, shortList, text } from './values.ts'

export const exportQuery = z.object({
  after: wholeNumber({ min: 0, max: Number('9'.repeat(15)) })
    .default(0)
    .describe('Only items with a higher id.'),
})

export const exportPage = z
  .strictObject({
    text: z.string().describe('One JSON object per line, as `octavo content export` prints them.'),
    items: count,
    lastId: id.nullable().describe('Id of the last item of the page; null after the last page.'),
    total: count.nullable().describe('Number of items to export; only on the first page.'),
  })
  .meta({ id: 'ExportPage' })

const importLine = z
  .strictObject({
    number: id.describe('Number of the line in the file.'),
    text: z.string(),
    fault: text(200).exactOptional().describe('Why the line cannot be read. It is then invalid.'),
  })
  .meta({ id: 'ImportLine' })

export const importBody = z
  .strictObject({
    lines: shortList(importLine, { least: 1, most: 500 }).describe('In the order of the file.'),
    pending: shortList(
      z.strictObject({
        model: text(64).nullable().describe('LUID; null if the line names no model.'),
        ids: z.array(id),
      }),
      { most: 1000 },
    )
      .exactOptional()
      .describe('Items of the same file to which the lines may refer before they exist.'),
    highestId: count.exactOptional().describe('The highest id in the file. New ids are higher.'),
    continues: z.boolean().exactOptional().describe('Skips invalid lines.'),
    keepsMissing: z
      .boolean()
      .exactOptional()
      .describe('Accepts references to items and media that do not exist.'),
    keepsInvalid: z
      .boolean()
      .exactOptional()
      .describe('Accepts published data that violates newer rules. Requires the role admin.'),
  })
  .meta({ id: 'ImportBody' })

export const importResult = z
  .strictObject({
    imported: count,
    badLines: z.array(z.strictObject({ line: id, problems: z.array(problem) })),
    nextLine: id.describe('The line to continue with.'),
    isStopped: z.boolean().describe('Whether an invalid line stopped the import.'),
  })
  .meta({ id: 'ImportResult' })

export const importPosition = z
  .strictObject({
    nextLine: id
      .nullable()
      .describe('Where an interrupted import of this file continues; null if there is none.'),
  })
  .meta({ id: 'ImportPosition' })

export const fileQuery = z.object({
  space: z.string().exactOptional().describe('LUID; default: the parent space.'),
  filename: z.string(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
    .describe('In lower-case hexadecimal digits.'),
})

export const foundFile = z
  .strictObject({
    id: id.nullable().describe('The media item with this name and content; null if there is none.'),
  })
  .meta({ id: 'FoundFile' })

export type ImportBody = z.infer<typeof importBody>
