/** All settings, read once. Nobody else reads the environment. */
import { resolve } from 'node:path'
import { z } from 'zod'

const port = z.coerce
  .number({ error: 'must be a port number' })
  .int('must be a port number')
  .min(0, 'must be a port number')
  .max(65_535, 'must be a port number')

const address = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
  .transform((url) => url.replace(/\/+$/, ''))

const database = z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')

const schema = z.object({
  OCTAVO_PORT: port.default(4000),
  OCTAVO_ASSETS_PORT: port.default(4001),
  OCTAVO_HOST: z.string().default('127.0.0.1'),
  OCTAVO_DATA: z.string().default('./data').transform((folder) => resolve(folder)),
  DATABASE_URL: database.optional(),
  REDIS_URL: z.string().optional(),
  OCTAVO_BASE_URL: address.optional(),
  OCTAVO_ASSETS_URL: address.optional(),
  OCTAVO_WORKERS: z.coerce
    .number({ error: 'must be a whole number from 1' })
    .int('must be a whole number from 1')
    .min(1, 'must be a whole number from 1')
    .max(256, 'must be at most 256')
    .default(1),
  OCTAVO_ROOT: z.string().optional(),
})

type Variable = keyof z.input<typeof schema>

/** Flags that say the same as a variable, and win over it. */
const variableOfFlag: Readonly<Record<string, Variable>> = {
  port: 'OCTAVO_PORT',
  'assets-port': 'OCTAVO_ASSETS_PORT',
  host: 'OCTAVO_HOST',
  data: 'OCTAVO_DATA',
  database: 'DATABASE_URL',
  workers: 'OCTAVO_WORKERS',
  root: 'OCTAVO_ROOT',
}

export interface Settings {
  port: number
  assetsPort: number
  host: string
  dataFolder: string
  /** A `postgres://` address; undefined for the embedded database in the data folder. */
  database: string | undefined
  redis: string | undefined
  /** Public addresses, where they are not simply host and port. */
  baseUrl: string | undefined
  assetsUrl: string | undefined
  workers: number
  /** LUID of the root space to work on. */
  root: string | undefined
}

/** Whether whoever runs this wants to see where errors come from. */
export function isDebugging(environment: NodeJS.ProcessEnv = process.env): boolean {
  return environment['OCTAVO_DEBUG'] === '1'
}

/** A setting that makes no sense, named as it was given. */
export class BadSetting extends Error {
  override name = 'BadSetting'
}

export function readSettings(
  flags: Readonly<Record<string, unknown>> = {},
  environment: NodeJS.ProcessEnv = process.env,
): Settings {
  const sources = new Map<string, string>()
  const given: Record<string, unknown> = {}
  for (const variable of Object.keys(schema.shape)) {
    // An empty variable is how many tools say "not set".
    if (environment[variable]) given[variable] = environment[variable]
    sources.set(variable, variable)
  }
  for (const [flag, variable] of Object.entries(variableOfFlag)) {
    if (flags[flag] === undefined) continue
    given[variable] = flags[flag]
    sources.set(variable, `--${flag}`)
  }
  const { data, error } = schema.safeParse(given)
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
    workers: data.OCTAVO_WORKERS,
    root: data.OCTAVO_ROOT,
  }
}

/** The settings as variables, for a process that is started with the same ones. */
export function environmentOf(settings: Settings): NodeJS.ProcessEnv {
  return {
    OCTAVO_PORT: String(settings.port),
    OCTAVO_ASSETS_PORT: String(settings.assetsPort),
    OCTAVO_HOST: settings.host,
    OCTAVO_DATA: settings.dataFolder,
    DATABASE_URL: settings.database ?? '',
    OCTAVO_BASE_URL: settings.baseUrl ?? '',
    OCTAVO_ASSETS_URL: settings.assetsUrl ?? '',
  }
}

/** A database address may hold a password, which is not for the screen. */
function shown(variable: string, given: Record<string, unknown>): string {
  const text = String(given[variable])
  return variable === 'DATABASE_URL' ? text.replace(/:\/\/[^@/]*@/, '://…@') : text
}
