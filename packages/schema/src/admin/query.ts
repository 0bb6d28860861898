/** Query parameters, which arrive as text. A missing or empty parameter has its default. */
import { z } from 'zod'
import { say } from '../problems.ts'
import { rule } from './values.ts'

interface Bounds {
  min: number
  max: number
}

export function wholeNumber({ min, max }: Bounds) {
  const isWithin = (value: string): boolean =>
    /^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max
  return z
    .string()
    .refine(isWithin, rule(say('wholeNumber', { min, max })))
    .transform(Number)
    .meta({ type: 'integer', minimum: min, maximum: max })
}

export function sortOrder<const Name extends string>(names: readonly Name[], fallback: string) {
  const nameIn = (value: string) => names.find((name) => name === value.replace(/^-/, ''))
  return z
    .string()
    .default(fallback)
    .transform((value, context) => {
      const by = nameIn(value)
      if (by !== undefined) return { by, isDescending: value.startsWith('-') }
      context.addIssue({ code: 'custom', ...rule(say('notOneOf', { names: names.join(', ') })) })
      return z.NEVER
    })
}

const mostIds = 100

/** Comma-separated ids. */
export const idList = z.string().transform((value, context) => {
  const parts = value.split(',').filter((part) => part !== '')
  if (parts.length <= mostIds && parts.every((part) => /^[1-9]\d{0,14}$/.test(part))) {
    return parts.map(Number)
  }
  context.addIssue({ code: 'custom', ...rule(say('tooManyIds', { max: mostIds })) })
  return z.NEVER
})

export const limit = wholeNumber({ min: 1, max: 100 }).default(50).describe('1 to 100; default 50.')
/** The requested page of a list. */
export const paging = z.object({ limit, offset: wholeNumber({ min: 0, max: 1e12 }).default(0) })

export type Paging = z.output<typeof paging>
