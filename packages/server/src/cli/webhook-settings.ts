/** The settings of a webhook as options of a command. */
import { readFile } from 'node:fs/promises'
import { eventTypes } from '@octavo/schema/events.ts'
import { deployPresets, maxBuildInterval, maxDebounce } from '@octavo/schema/webhooks.ts'
import type { GivenHeader, GivenSettings } from '../webhooks/settings.ts'
import { oneOf, UsageError, wholeNumber } from './command.ts'

export const settingOptions = {
  name: { type: 'string', value: 'NAME', about: 'what it is for' },
  target: { type: 'string', value: 'URL', about: 'where events are sent' },
  events: { type: 'string', value: 'A,B', about: `some of ${eventTypes.join(', ')}` },
  models: { type: 'string', value: 'A,B', about: 'only items of these models' },
  spaces: { type: 'string', value: 'A,B', about: 'only these spaces; _parent is the parent' },
  langs: { type: 'string', value: 'A,B', about: 'only these languages' },
  where: { type: 'string', value: 'JSON', about: 'only items that match, as in the content API' },
  drafts: { type: 'boolean', about: 'also events of drafts' },
  headers: {
    type: 'string',
    value: 'JSON',
    about: 'extra headers: [{"name": "X-Site", "value": "…", "isSecret": true}]',
  },
  template: { type: 'string', value: 'FILE', about: 'a JSON body with placeholders' },
  rate: { type: 'string', value: 'N', about: 'at most this many requests per minute' },
  deploy: {
    type: 'string',
    value: deployPresets.join('|'),
    about: 'start builds at this service instead of sending events',
  },
  debounce: {
    type: 'string',
    value: 'SECONDS',
    about: 'of a build: seconds without a further change before it (default: 10)',
  },
  interval: {
    type: 'string',
    value: 'MINUTES',
    about: 'of a build: at most one in this time (default: 5)',
  },
} as const

type Given = { readonly [Name in keyof typeof settingOptions]?: string | boolean | undefined }

export async function settingsOf(options: Given): Promise<GivenSettings> {
  const { name, target, drafts } = options
  const text = (value: string | boolean | undefined): string | undefined =>
    typeof value === 'string' ? value : undefined
  const list = (value: string | boolean | undefined): string[] | undefined =>
    text(value)
      ?.split(',')
      .map((one) => one.trim())
  const file = text(options.template)
  const rate = wholeNumber(text(options.rate), 'rate')
  if (rate === 0) throw new UsageError('--rate must be at least 1; --clear rate removes the limit')
  const settings = {
    name: text(name),
    target: text(target),
    events: list(options.events),
    models: list(options.models),
    spaces: list(options.spaces),
    langs: list(options.langs),
    where: text(options.where),
    includesDrafts: drafts === true ? true : undefined,
    headers: headersIn(text(options.headers)),
    template: file === undefined ? undefined : await readFile(file, 'utf8'),
    rateLimit: rate,
    deploy: deployIn({
      preset: text(options.deploy),
      debounce: text(options.debounce),
      interval: text(options.interval),
    }),
  }
  const given = Object.entries(settings).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given)
}

function deployIn(
  texts: Readonly<Record<'preset' | 'debounce' | 'interval', string | undefined>>,
): GivenSettings['deploy'] {
  const debounce = limited(texts.debounce, 'debounce', maxDebounce)
  const interval = limited(texts.interval, 'interval', maxBuildInterval)
  const given = {
    ...(texts.preset !== undefined && { preset: oneOf(texts.preset, deployPresets, 'deploy') }),
    ...(debounce !== undefined && { debounce }),
    ...(interval !== undefined && { interval }),
  }
  return Object.keys(given).length > 0 ? given : undefined
}

function limited(text: string | undefined, name: string, max: number): number | undefined {
  const value = wholeNumber(text, name)
  if (value !== undefined && value > max) throw new UsageError(`--${name} must be at most ${max}`)
  return value
}

function headersIn(text: string | undefined): GivenHeader[] | undefined {
  if (text === undefined) return undefined
  const example = '[{"name": "X-Site", "value": "docs", "isSecret": false}]'
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new UsageError(`--headers must be JSON such as ${example}`)
  }
  if (Array.isArray(parsed) && parsed.every(isHeader)) return parsed
  throw new UsageError(`--headers must be a list such as ${example}`)
}

function isHeader(value: unknown): value is GivenHeader {
  if (typeof value !== 'object' || value === null || !('name' in value)) return false
  const { name, value: text, isSecret, ...others } = value as Record<string, unknown>
  return (
    typeof name === 'string' &&
    (text === undefined || typeof text === 'string') &&
    (isSecret === undefined || typeof isSecret === 'boolean') &&
    Object.keys(others).length === 0
  )
}

const clearable: Readonly<Record<string, GivenSettings>> = {
  models: { models: null },
  spaces: { spaces: null },
  langs: { langs: null },
  where: { where: null },
  headers: { headers: [] },
  template: { template: null },
  rate: { rateLimit: null },
}

export function cleared(list: string | undefined): GivenSettings {
  const names = list?.split(',').map((name) => name.trim()) ?? []
  const unknown = names.find((name) => !Object.hasOwn(clearable, name))
  if (unknown !== undefined) {
    const known = Object.keys(clearable).join(', ')
    throw new UsageError(`--clear must name some of ${known}, not "${unknown}"`)
  }
  return Object.assign({}, ...names.map((name) => clearable[name])) as GivenSettings
}
