/** The values of settings as text, each with the message for an invalid one. */
import type { BlockList } from 'node:net'
import { Refusal } from '@octavo/schema/errors.ts'
import { z } from 'zod'
import { BadProxy, trustedProxies } from './access/client-address.ts'
import { presetOf } from './media/variants/rules.ts'

/** Digits only: `Number` also accepts blanks, signs and exponents. */
export const digits = (error: string, least: number, most = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^\d+$/, error)
    .transform(Number)
    .pipe(z.number().min(least, error).max(most, error))

export const port = digits('must be a port number from 0 to 65535', 0, 65_535)
export const count = digits('must be a whole number from 1', 1)
export const seconds = digits('must be a number of seconds from 1 to 3600', 1, 3600)
export const wholeNumber = digits('must be a whole number from 0', 0)

export const address = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
  .transform((url) => url.replace(/\/+$/, ''))

const listOf = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .string()
    .transform((list) => list.split(',').flatMap((one) => one.trim() || []))
    .pipe(z.array(item))

export const addresses = listOf(address)
export const hostNames = listOf(
  z
    .string()
    .regex(/^(?:\*|[\w.-]+(?::\d+)?)$/, 'must be a comma-separated list of host names, or *'),
)

/** Each preset as in an asset URL, without the question mark. */
export const presets = listOf(z.string()).superRefine((list, context) => {
  for (const preset of list) {
    try {
      presetOf(preset)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const message = `must list parameters of asset URLs, such as width=800&format=auto: ${error.message}`
      context.addIssue({ code: 'custom', message })
    }
  }
})

export const proxies = z.string().transform((list, context): BlockList => {
  try {
    return trustedProxies(list)
  } catch (error) {
    if (!(error instanceof BadProxy)) throw error
    context.addIssue(error.message)
    return z.NEVER
  }
})

export const database = z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL')
export const redis = z.string().regex(/^rediss?:\/\/\S/, 'must be a redis:// or rediss:// URL')
