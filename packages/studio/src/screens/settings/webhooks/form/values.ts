/** The values of the form of a webhook, and what they become in a request. */
import type { WebhookChange, WebhookCreation, WebhookInfo } from '@octavo/schema/admin/webhooks.ts'
import { deployEvents } from '@octavo/schema/events.ts'
import {
  defaultBuildInterval,
  defaultDebounce,
  type DeployPreset,
  type DeploySettings,
} from '@octavo/schema/webhooks.ts'

export interface HeaderValues {
  /** Identifies the row. */
  key: number
  name: string
  value: string
  isSecret: boolean
  /** Whether the server stores a secret value, which is kept while `value` is empty. */
  isStored: boolean
}

export type WebhookValues = Pick<
  WebhookInfo,
  | 'name'
  | 'target'
  | 'events'
  | 'models'
  | 'spaces'
  | 'langs'
  | 'where'
  | 'includesDrafts'
  | 'rateLimit'
> & { headers: HeaderValues[]; template: string; deploy: DeploySettings | null }

export const fresh: WebhookValues = {
  name: '',
  target: '',
  events: ['item.published', 'item.unpublished', 'item.archived', 'item.restored', 'item.deleted'],
  models: null,
  spaces: null,
  langs: null,
  where: null,
  includesDrafts: false,
  headers: [],
  template: '',
  rateLimit: null,
  deploy: null,
}

export const freshDeploy: WebhookValues = {
  ...fresh,
  events: [...deployEvents],
  deploy: { preset: 'vercel', debounce: defaultDebounce, interval: defaultBuildInterval },
}

export function valuesOf(info: WebhookInfo): WebhookValues {
  const { name, target, events, models, spaces, langs, where, includesDrafts, rateLimit } = info
  const headers = info.headers.map((header, key) => {
    return { ...header, key, value: header.value ?? '', isStored: header.isSecret }
  })
  const template = info.template ?? ''
  const { statusPath: _, ...deploy } = info.deploy ?? { statusPath: null }
  const same = { name, target, events, models, spaces, langs, where, includesDrafts, rateLimit }
  return { ...same, headers, template, deploy: 'preset' in deploy ? deploy : null }
}

const tokenHeader = 'Authorization'

const isToken = ({ name }: Pick<HeaderValues, 'name'>): boolean =>
  name.toLowerCase() === tokenHeader.toLowerCase()

/** The token of a service that requires one. */
export function tokenOf({ deploy, headers }: WebhookValues): HeaderValues | undefined {
  return deploy?.preset === 'github' ? headers.find(isToken) : undefined
}

export function withToken(values: WebhookValues, value: string): Partial<WebhookValues> {
  return { headers: values.headers.map((one) => (isToken(one) ? { ...one, value } : one)) }
}

/** The target and the token belong to the service before. */
export function withPreset(values: WebhookValues, preset: DeployPreset): Partial<WebhookValues> {
  const others = values.headers.filter((header) => !isToken(header))
  const key = Math.max(-1, ...others.map((header) => header.key)) + 1
  const token = { key, name: tokenHeader, value: '', isSecret: true, isStored: false }
  return {
    deploy: values.deploy && { ...values.deploy, preset },
    target: '',
    headers: preset === 'github' ? [...others, token] : others,
  }
}

export function creationOf(values: WebhookValues): WebhookCreation {
  const { headers, template, deploy, ...same } = values
  return {
    ...same,
    ...(deploy && { deploy }),
    template: template.trim() === '' ? null : template,
    headers: headers.map(({ name, value, isSecret, isStored }) => {
      if (isStored && value === '') return { name, isSecret }
      const isBare = deploy?.preset === 'github' && isToken({ name }) && !/^\w+ /.test(value.trim())
      return { name, value: isBare ? `Bearer ${value.trim()}` : value, isSecret }
    }),
  }
}

/** Only what differs: settings that refer to deleted models may stay, but cannot be set. */
export function changeOf(info: WebhookInfo, values: WebhookValues): WebhookChange {
  const before = valuesOf(info)
  const all = Object.entries(creationOf(values))
  const isChanged = (name: string): boolean =>
    JSON.stringify(values[name as keyof WebhookValues]) !==
    JSON.stringify(before[name as keyof WebhookValues])
  return Object.fromEntries(all.filter(([name]) => isChanged(name)))
}
