/** Values that the schemas of the management API are made of. */
import { z, type ZodType } from 'zod'
import { say, type Said } from '../problems.ts'

/** What a check of our own says. */
export function rule(said: Said): { message: string; params: { said: Said } } {
  return { message: said.message, params: { said } }
}

/** Text that either database can store. */
export function text(longest: number) {
  return z
    .string()
    .max(longest)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), rule(say('badCharacters')))
}

export const id = z.int().min(1)
export const luid = z.string().describe('LUID.')
/** A number of things. */
export const count = z.int().min(0)
/** At most so many; null is no bound. */
export const bound = count.nullable()
/** ISO 8601, UTC. */
export const time = z.string().meta({ format: 'date-time' })
export const languageKey = text(35)

/** Values of an item: what is in them, every name included, is for the field types to judge. */
export const fields = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object of field LUIDs to values',
  )
  .meta({ type: 'object', additionalProperties: {} })

/** A list of at most so many entries. Its length is checked first: what is longer is not looked into. */
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

/** One page of a list. */
export function page<Row extends ZodType>(row: Row) {
  return z.strictObject({ total: count, offset: count, limit: count, rows: z.array(row) })
}

/** The reply of a route that has nothing else to say. */
export const done = z.strictObject({ isDone: z.literal(true) }).meta({ id: 'Done' })
