/** All settings, read once. No other module reads the environment. */
import type { BlockList } from 'node:net'
import type { ExternalCacheSettings } from './cache/external/external-cache.ts'
import type { ConnectionLimits } from './http/connections.ts'
import type { ClientLimits } from './http/clients.ts'
import type { StreamLimits } from './live/registry.ts'
import type { MediaLimits } from './media/media-context.ts'
import type { S3Settings } from './media/s3/client.ts'
import type { VariantRules } from './media/variants/rules.ts'
import { shown, variables, type Variable, type VariableValues } from './setting-variables.ts'
import type { TextPoolOptions } from './text/text-pool.ts'

/** Flags that override the variable with the same meaning. */
const variableOfFlag: Readonly<Record<string, Variable>> = {
  port: 'OCTAVO_PORT',
  'assets-port': 'OCTAVO_ASSETS_PORT',
  host: 'OCTAVO_HOST',
  data: 'OCTAVO_DATA',
  database: 'DATABASE_URL',
  workers: 'OCTAVO_WORKERS',
  root: 'OCTAVO_ROOT',
  url: 'OCTAVO_URL',
}

export interface RemoteSettings {
  url: string
  token: string | undefined
}

export interface Settings {
  port: number
  assetsPort: number
  host: string
  dataFolder: string
  /** A `postgres://` URL; undefined for the embedded database in the data folder. */
  database: string | undefined
  redis: string | undefined
  /** Public URLs, if they differ from host and port. */
  baseUrl: string | undefined
  assetsUrl: string | undefined
  /** Proxies whose `X-Forwarded-For` header is trusted. */
  trustedProxies: BlockList | undefined
  /** Host names that clients may use besides those of the public URLs. */
  allowedHosts: string[]
  /** Without `max`, the limit depends on how many files the process may open. */
  connectionLimits: Omit<ConnectionLimits, 'max'> & { max: number | undefined }
  streamLimits: StreamLimits
  /** How long entries of the change log are kept, in days. */
  changeDays: number
  /** Whether simple requests bypass the HTTP server of Node. */
  hasFastLane: boolean
  workers: number
  clientLimits: ClientLimits
  mediaLimits: MediaLimits
  /** Disk space for transformed images, in bytes. */
  variantsBytes: number
  variantRules: VariantRules
  /** S3 bucket for media; undefined to store media in the data folder. */
  s3: S3Settings | undefined
  /** Memory for cached responses in each process. */
  cacheBytes: number
  /** Longer responses are rejected. */
  maxResponseBytes: number
  /** Time limit for a read, in milliseconds. */
  queryTimeout: number
  /** Limits on the size and parsing time of the flexible texts of one request. */
  textLimits: TextPoolOptions
  /** An external cache between clients and the server. */
  externalCache: ExternalCacheSettings | undefined
  /** Address ranges that webhooks may reach although they are not public. */
  webhookAllow: BlockList | undefined
  /** The bearer token for `GET /metrics`. Without it, there are no metrics. */
  metricsToken: string | undefined
  /** LUID of the root space to work on. */
  root: string | undefined
  /** The installation that commands work on through the management API, instead of a database. */
  remote: RemoteSettings | undefined
  /** The configuration file that defines the models. Studio does not change them then. */
  modelsFile: string | undefined
  /** Variables that the configuration file sets, for processes that do not read it again. */
  fromFile: NodeJS.ProcessEnv
}

/** Variables from a configuration file, with the key that each had there. */
export type FileVariables = ReadonlyMap<Variable, { value: string; source: string }>

/** Whether errors are printed with a stack trace. */
export function isDebugging(environment: NodeJS.ProcessEnv = process.env): boolean {
  return environment['OCTAVO_DEBUG'] === '1'
}

/** An invalid setting, named as the user gave it: as a flag or a variable. */
export class BadSetting extends Error {
  override name = 'BadSetting'
}

export function readSettings(
  flags: Readonly<Record<string, unknown>> = {},
  environment: NodeJS.ProcessEnv = process.env,
  file: FileVariables = new Map(),
): Settings {
  const sources = new Map<string, string>()
  const given: Record<string, unknown> = {}
  const fromFile: NodeJS.ProcessEnv = {}
  for (const variable of Object.keys(variables.shape) as Variable[]) {
    // Many tools set an empty variable to mean "not set".
    const inFile = environment[variable] ? undefined : file.get(variable)
    if (inFile) fromFile[variable] = inFile.value
    const value = environment[variable] || inFile?.value
    if (value) given[variable] = value
    sources.set(variable, inFile?.source ?? variable)
  }
  for (const [flag, variable] of Object.entries(variableOfFlag)) {
    if (flags[flag] === undefined) continue
    given[variable] = flags[flag]
    sources.set(variable, `--${flag}`)
  }
  const { data, error } = variables.safeParse(given)
  if (error) {
    const problems = error.issues.map((issue) => {
      const variable = String(issue.path[0])
      return `${sources.get(variable)} ${issue.message}, not "${shown(variable, given)}"`
    })
    throw new BadSetting(problems.join('; '))
  }
  return {
    port: data.OCTAVO_PORT,
    assetsPort: data.OCTAVO_ASSETS_PORT,
    host: data.OCTAVO_HOST,
    dataFolder: data.OCTAVO_DATA,
    database: data.DATABASE_URL,
    redis: data.REDIS_URL,
    baseUrl: data.OCTAVO_BASE_URL,
    assetsUrl: data.OCTAVO_ASSETS_URL,
    trustedProxies: data.OCTAVO_TRUST_PROXY,
    allowedHosts: data.OCTAVO_ALLOWED_HOSTS,
    connectionLimits: {
      headTime: data.OCTAVO_HEAD_TIMEOUT * 1000,
      stallTime: data.OCTAVO_STALL_TIMEOUT * 1000,
      minRate: data.OCTAVO_MIN_RATE,
      max: data.OCTAVO_MAX_CONNECTIONS,
      unreadBytes: data.OCTAVO_MAX_UNREAD_BYTES,
    },
    streamLimits: { inAll: data.OCTAVO_MAX_STREAMS, perKey: data.OCTAVO_MAX_STREAMS_PER_KEY },
    changeDays: data.OCTAVO_CHANGES_DAYS,
    hasFastLane: data.OCTAVO_FAST_LANE === '1',
    workers: data.OCTAVO_WORKERS,
    clientLimits: {
      perKey: data.OCTAVO_MAX_CONCURRENT,
      perAddress: data.OCTAVO_MAX_CONCURRENT_PER_ADDRESS,
      queued: data.OCTAVO_MAX_QUEUED,
    },
    mediaLimits: { uploadBytes: data.OCTAVO_MAX_UPLOAD_BYTES, pixels: data.OCTAVO_MAX_PIXELS },
    variantsBytes: data.OCTAVO_VARIANTS_BYTES,
    variantRules: variantRules(data),
    s3: s3Settings(data),
    cacheBytes: data.OCTAVO_CACHE_MB * 1024 ** 2,
    maxResponseBytes: data.OCTAVO_MAX_RESPONSE_BYTES,
    queryTimeout: data.OCTAVO_QUERY_TIMEOUT * 1000,
    textLimits: { maxCharacters: data.OCTAVO_MAX_TEXT_CHARACTERS, cpuMs: data.OCTAVO_TEXT_CPU_MS },
    externalCache: externalCacheSettings(data),
    webhookAllow: data.OCTAVO_WEBHOOK_ALLOW,
    metricsToken: data.OCTAVO_METRICS_TOKEN,
    root: data.OCTAVO_ROOT,
    remote: remoteSettings(data, flags),
    modelsFile: data.OCTAVO_MODELS_FILE,
    fromFile,
  }
}

/** A database that is named on the command line wins. */
function remoteSettings(
  data: VariableValues,
  flags: Readonly<Record<string, unknown>>,
): RemoteSettings | undefined {
  const url = data.OCTAVO_URL
  const isLocal = flags['data'] !== undefined || flags['database'] !== undefined
  return url === undefined || isLocal ? undefined : { url, token: data.OCTAVO_TOKEN }
}

function variantRules(data: VariableValues): VariantRules {
  const mode = data.OCTAVO_VARIANTS
  const secret = data.OCTAVO_VARIANT_SECRET
  if (mode === 'signed' && secret === undefined) {
    throw new BadSetting(
      'OCTAVO_VARIANTS=signed needs OCTAVO_VARIANT_SECRET, the secret that signs URLs',
    )
  }
  return {
    mode,
    secret,
    presets: data.OCTAVO_VARIANT_PRESETS,
    megapixelsPerMinute: data.OCTAVO_VARIANT_MEGAPIXELS,
  }
}

function s3Settings(data: VariableValues): S3Settings | undefined {
  const bucket = data.OCTAVO_S3_BUCKET
  const accessKeyId = data.OCTAVO_S3_ACCESS_KEY_ID
  const secretAccessKey = data.OCTAVO_S3_SECRET_ACCESS_KEY
  const region = data.OCTAVO_S3_REGION
  const endpoint = data.OCTAVO_S3_ENDPOINT
  if (bucket === undefined) {
    if (accessKeyId === undefined && secretAccessKey === undefined && endpoint === undefined) return
    throw new BadSetting('OCTAVO_S3_BUCKET is missing: the other OCTAVO_S3_ variables require it')
  }
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new BadSetting(
      'OCTAVO_S3_BUCKET needs OCTAVO_S3_ACCESS_KEY_ID and OCTAVO_S3_SECRET_ACCESS_KEY',
    )
  }
  return {
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    bucket,
    accessKeyId,
    secretAccessKey,
    prefix: data.OCTAVO_S3_PREFIX,
    // Services other than Amazon S3 rarely have a host name for each bucket.
    usesPathStyle: (data.OCTAVO_S3_PATH_STYLE ?? String(endpoint !== undefined)) === 'true',
  }
}

function externalCacheSettings(data: VariableValues): ExternalCacheSettings | undefined {
  const kind = data.OCTAVO_CDN
  if (kind === undefined) return undefined
  const urls = data.OCTAVO_CDN_URLS
  const service = data.OCTAVO_CDN_SERVICE ?? ''
  const token = data.OCTAVO_CDN_TOKEN ?? ''
  if (kind === 'varnish' && urls.length === 0) {
    throw new BadSetting('OCTAVO_CDN=varnish needs OCTAVO_CDN_URLS, the URL of each Varnish server')
  }
  if (kind !== 'varnish' && (service === '' || token === '')) {
    throw new BadSetting(`OCTAVO_CDN=${kind} needs OCTAVO_CDN_SERVICE and OCTAVO_CDN_TOKEN`)
  }
  return { kind, urls, service, token }
}

/** The settings as environment variables, for a child process with the same settings. */
export function environmentOf(settings: Settings): NodeJS.ProcessEnv {
  return {
    ...settings.fromFile,
    OCTAVO_PORT: String(settings.port),
    OCTAVO_ASSETS_PORT: String(settings.assetsPort),
    OCTAVO_HOST: settings.host,
    OCTAVO_DATA: settings.dataFolder,
    DATABASE_URL: settings.database ?? '',
    OCTAVO_BASE_URL: settings.baseUrl ?? '',
    OCTAVO_ASSETS_URL: settings.assetsUrl ?? '',
    OCTAVO_ROOT: settings.root ?? '',
  }
}
