/** Value schemas of the management API. */
import { z, type ZodType } from 'zod'
import { say, type CodedMessage } from '../problems.ts'
import { isDate } from '../times.ts'

/** The message of a custom Zod check, with its code. */
export function rule(coded: CodedMessage): { message: string; params: { coded: CodedMessage } } {
  return { message: coded.message, params: { coded } }
}

/** Text that both databases can store. */
export function text(longest: number) {
  return z
    .string()
    .max(longest)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), rule(say('badCharacters')))
}

export const id = z.int().min(1)
export const luid = z.string().describe('LUID.')
export const count = z.int().min(0)
/** An upper bound; null is unlimited. */
export const bound = count.nullable()
/** A day without a time zone: YYYY-MM-DD. */
export const date = z
  .string()
  .refine(isDate, rule(say('notDate')))
  .meta({ format: 'date' })
/** ISO 8601, UTC. */
export const time = z.string().meta({ format: 'date-time' })
export const languageKey = text(35)

/** Values of an item. The field types validate the names and values. */
export const fields = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object that maps field LUIDs to values',
  )
  .meta({ type: 'object', additionalProperties: {} })

/** A list with a maximum length, which is checked before the entries. */
export function shortList<Schema extends ZodType>(
  entry: Schema,
  { least = 0, most, message }: { least?: number; most: number; message?: string },
) {
  return z
    .array(z.unknown())
    .min(least)
    .max(most, message)
    .pipe(z.array(entry).min(least).max(most))
}

export function page<Row extends ZodType>(row: Row) {
  return z.strictObject({ total: count, offset: count, limit: count, rows: z.array(row) })
}

/** The reply of a route that returns no data. */
export const done = z.strictObject({ isDone: z.literal(true) }).meta({ id: 'Done' })
