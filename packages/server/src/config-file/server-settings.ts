/** The settings of `octavo start` in a configuration file. Flags and environment variables win over them. */
import type { Variable } from '../setting-variables.ts'

/** Each says the same as an environment variable; docs/operations.md explains them. */
export interface ServerSettings {
  readonly port?: number
  readonly assetsPort?: number
  readonly host?: string
  /** The data folder; relative to the folder of the configuration file. */
  readonly data?: string
  /** A `postgres://` address instead of the embedded database. */
  readonly database?: string
  readonly redis?: string
  /** LUID of the root space, where there are several. */
  readonly root?: string
  readonly baseUrl?: string
  readonly assetsUrl?: string
  readonly trustProxy?: readonly string[]
  readonly allowedHosts?: readonly string[]
  readonly headTimeout?: number
  readonly stallTimeout?: number
  readonly minRate?: number
  readonly maxConnections?: number
  readonly maxUnreadBytes?: number
  readonly maxStreams?: number
  readonly maxStreamsPerKey?: number
  readonly changesDays?: number
  readonly fastLane?: boolean
  readonly workers?: number
  readonly maxConcurrent?: number
  readonly maxConcurrentPerAddress?: number
  readonly maxQueued?: number
  readonly maxResponseBytes?: number
  readonly queryTimeout?: number
  readonly maxTextCharacters?: number
  readonly textCpuMs?: number
  readonly maxUploadBytes?: number
  readonly maxPixels?: number
  readonly variantsBytes?: number
  readonly variants?: 'open' | 'presets' | 'signed'
  readonly variantPresets?: readonly string[]
  readonly variantSecret?: string
  readonly variantMegapixels?: number
  readonly s3Bucket?: string
  readonly s3Endpoint?: string
  readonly s3Region?: string
  readonly s3AccessKeyId?: string
  readonly s3SecretAccessKey?: string
  readonly s3Prefix?: string
  readonly s3PathStyle?: boolean
  readonly cacheMb?: number
  readonly cdn?: 'varnish' | 'fastly' | 'cloudflare'
  readonly cdnUrls?: readonly string[]
  readonly cdnService?: string
  readonly cdnToken?: string
  readonly webhookAllow?: readonly string[]
  readonly metricsToken?: string
}

type VariableOfKey = { readonly [Key in keyof ServerSettings]-?: Variable }

/** tests/config/types.ts does not compile while a variable has no key here. */
export const variableOfKey = {
  port: 'OCTAVO_PORT',
  assetsPort: 'OCTAVO_ASSETS_PORT',
  host: 'OCTAVO_HOST',
  data: 'OCTAVO_DATA',
  database: 'DATABASE_URL',
  redis: 'REDIS_URL',
  root: 'OCTAVO_ROOT',
  baseUrl: 'OCTAVO_BASE_URL',
  assetsUrl: 'OCTAVO_ASSETS_URL',
  trustProxy: 'OCTAVO_TRUST_PROXY',
  allowedHosts: 'OCTAVO_ALLOWED_HOSTS',
  headTimeout: 'OCTAVO_HEAD_TIMEOUT',
  stallTimeout: 'OCTAVO_STALL_TIMEOUT',
  minRate: 'OCTAVO_MIN_RATE',
  maxConnections: 'OCTAVO_MAX_CONNECTIONS',
  maxUnreadBytes: 'OCTAVO_MAX_UNREAD_BYTES',
  maxStreams: 'OCTAVO_MAX_STREAMS',
  maxStreamsPerKey: 'OCTAVO_MAX_STREAMS_PER_KEY',
  changesDays: 'OCTAVO_CHANGES_DAYS',
  fastLane: 'OCTAVO_FAST_LANE',
  workers: 'OCTAVO_WORKERS',
  maxConcurrent: 'OCTAVO_MAX_CONCURRENT',
  maxConcurrentPerAddress: 'OCTAVO_MAX_CONCURRENT_PER_ADDRESS',
  maxQueued: 'OCTAVO_MAX_QUEUED',
  maxResponseBytes: 'OCTAVO_MAX_RESPONSE_BYTES',
  queryTimeout: 'OCTAVO_QUERY_TIMEOUT',
  maxTextCharacters: 'OCTAVO_MAX_TEXT_CHARACTERS',
  textCpuMs: 'OCTAVO_TEXT_CPU_MS',
  maxUploadBytes: 'OCTAVO_MAX_UPLOAD_BYTES',
  maxPixels: 'OCTAVO_MAX_PIXELS',
  variantsBytes: 'OCTAVO_VARIANTS_BYTES',
  variants: 'OCTAVO_VARIANTS',
  variantPresets: 'OCTAVO_VARIANT_PRESETS',
  variantSecret: 'OCTAVO_VARIANT_SECRET',
  variantMegapixels: 'OCTAVO_VARIANT_MEGAPIXELS',
  s3Bucket: 'OCTAVO_S3_BUCKET',
  s3Endpoint: 'OCTAVO_S3_ENDPOINT',
  s3Region: 'OCTAVO_S3_REGION',
  s3AccessKeyId: 'OCTAVO_S3_ACCESS_KEY_ID',
  s3SecretAccessKey: 'OCTAVO_S3_SECRET_ACCESS_KEY',
  s3Prefix: 'OCTAVO_S3_PREFIX',
  s3PathStyle: 'OCTAVO_S3_PATH_STYLE',
  cacheMb: 'OCTAVO_CACHE_MB',
  cdn: 'OCTAVO_CDN',
  cdnUrls: 'OCTAVO_CDN_URLS',
  cdnService: 'OCTAVO_CDN_SERVICE',
  cdnToken: 'OCTAVO_CDN_TOKEN',
  webhookAllow: 'OCTAVO_WEBHOOK_ALLOW',
  metricsToken: 'OCTAVO_METRICS_TOKEN',
} as const satisfies VariableOfKey
