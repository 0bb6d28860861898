/** The environment variables: their formats, defaults and secrets. */
import { resolve } from 'node:path'
import { z } from 'zod'
import { defaultConnectionLimits } from './http/connections.ts'
import { defaultMaxResponseBytes } from './delivery/gather.ts'
import { defaultClientLimits } from './http/clients.ts'
import { defaultStreamLimits } from './live/registry.ts'
import { defaultMediaLimits } from './media/media-context.ts'
import { defaultQueryTimeout } from './store/reader.ts'
import { defaultVariantRules, variantModes } from './media/variants/rules.ts'
import {
  address,
  addresses,
  count,
  database,
  digits,
  hostNames,
  port,
  presets,
  proxies,
  redis,
  seconds,
  wholeNumber,
} from './setting-values.ts'
import { defaultTextLimits } from './text/text-pool.ts'

export const variables = z.object({
  OCTAVO_PORT: port.default(4000),
  OCTAVO_ASSETS_PORT: port.default(4001),
  OCTAVO_HOST: z.string().default('127.0.0.1'),
  OCTAVO_DATA: z
    .string()
    .default('./data')
    .transform((folder) => resolve(folder)),
  DATABASE_URL: database.optional(),
  REDIS_URL: redis.optional(),
  OCTAVO_BASE_URL: address.optional(),
  OCTAVO_ASSETS_URL: address.optional(),
  OCTAVO_TRUST_PROXY: proxies.optional(),
  OCTAVO_ALLOWED_HOSTS: hostNames.default([]),
  OCTAVO_HEAD_TIMEOUT: seconds.default(defaultConnectionLimits.headTime / 1000),
  OCTAVO_STALL_TIMEOUT: seconds.default(defaultConnectionLimits.stallTime / 1000),
  OCTAVO_MIN_RATE: count.default(defaultConnectionLimits.minRate),
  OCTAVO_MAX_CONNECTIONS: count.optional(),
  OCTAVO_MAX_UNREAD_BYTES: count.default(defaultConnectionLimits.unreadBytes),
  OCTAVO_MAX_STREAMS: count.default(defaultStreamLimits.inAll),
  OCTAVO_MAX_STREAMS_PER_KEY: count.default(defaultStreamLimits.perKey),
  OCTAVO_CHANGES_DAYS: digits('must be a whole number of days from 8 to 3650', 8, 3650).default(90),
  OCTAVO_FAST_LANE: z.enum(['0', '1'], 'must be 0 or 1').default('1'),
  OCTAVO_WORKERS: digits('must be a whole number from 1 to 256', 1, 256).default(1),
  OCTAVO_MAX_CONCURRENT: count.default(defaultClientLimits.perKey),
  OCTAVO_MAX_CONCURRENT_PER_ADDRESS: count.default(defaultClientLimits.perAddress),
  OCTAVO_MAX_QUEUED: wholeNumber.default(defaultClientLimits.queued),
  OCTAVO_MAX_RESPONSE_BYTES: count.default(defaultMaxResponseBytes),
  OCTAVO_QUERY_TIMEOUT: digits('must be a whole number of seconds from 1 to 600', 1, 600).default(
    defaultQueryTimeout / 1000,
  ),
  OCTAVO_MAX_TEXT_CHARACTERS: count.default(defaultTextLimits.maxCharacters),
  OCTAVO_TEXT_CPU_MS: count.default(defaultTextLimits.cpuMs),
  OCTAVO_MAX_UPLOAD_BYTES: count.default(defaultMediaLimits.uploadBytes),
  OCTAVO_MAX_PIXELS: count.default(defaultMediaLimits.pixels),
  OCTAVO_VARIANTS_BYTES: count.default(2 * 1024 ** 3),
  OCTAVO_VARIANTS: z.enum(variantModes, 'must be open, presets or signed').default('open'),
  OCTAVO_VARIANT_PRESETS: presets.default([]),
  OCTAVO_VARIANT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  OCTAVO_VARIANT_MEGAPIXELS: wholeNumber.default(defaultVariantRules.megapixelsPerMinute),
  OCTAVO_S3_BUCKET: z.string().optional(),
  OCTAVO_S3_ENDPOINT: address.optional(),
  OCTAVO_S3_REGION: z.string().default('us-east-1'),
  OCTAVO_S3_ACCESS_KEY_ID: z.string().optional(),
  OCTAVO_S3_SECRET_ACCESS_KEY: z.string().optional(),
  OCTAVO_S3_PREFIX: z.string().default(''),
  OCTAVO_S3_PATH_STYLE: z.enum(['true', 'false'], 'must be true or false').optional(),
  OCTAVO_CACHE_MB: wholeNumber.default(128),
  OCTAVO_CDN: z
    .enum(['varnish', 'fastly', 'cloudflare'], 'must be varnish, fastly or cloudflare')
    .optional(),
  OCTAVO_CDN_URLS: addresses.default([]),
  OCTAVO_CDN_SERVICE: z.string().optional(),
  OCTAVO_CDN_TOKEN: z.string().optional(),
  OCTAVO_WEBHOOK_ALLOW: proxies.optional(),
  OCTAVO_METRICS_TOKEN: z.string().min(32, 'must have at least 32 characters').optional(),
  OCTAVO_ROOT: z.string().optional(),
  OCTAVO_URL: address.optional(),
  OCTAVO_TOKEN: z.string().optional(),
  OCTAVO_MODELS_FILE: z.string().optional(),
})

export type Variable = keyof z.input<typeof variables>

/** The values of all variables after parsing. */
export type VariableValues = z.output<typeof variables>

export function isVariable(name: string): name is Variable {
  return name in variables.shape
}

/** The message about one invalid variable. It contains the value, unless that is a secret. */
export function settingFault(variable: Variable, value: string): string | undefined {
  const { error } = variables.shape[variable].safeParse(value)
  const [issue] = error?.issues ?? []
  return issue && `${issue.message}, not "${shown(variable, { [variable]: value })}"`
}

const secrets = new Set([
  'OCTAVO_TOKEN',
  'OCTAVO_S3_SECRET_ACCESS_KEY',
  'OCTAVO_CDN_TOKEN',
  'OCTAVO_VARIANT_SECRET',
  'OCTAVO_METRICS_TOKEN',
])

/** Hides secrets, and passwords in database URLs. */
export function shown(variable: string, given: Record<string, unknown>): string {
  const text = String(given[variable])
  if (secrets.has(variable)) return '…'
  if (!['DATABASE_URL', 'REDIS_URL'].includes(variable)) return text
  return text.replace(/(:\/\/)?[^@/]*@/, '$1…@')
}
