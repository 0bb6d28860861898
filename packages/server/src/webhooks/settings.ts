/** The settings of a webhook as a user gives them, checked against the schema. */
import {
  addProblem,
  collectProblems,
  problemAt,
  Refusal,
  type Problem,
} from '@octavo/schema/errors.ts'
import { deployEvents, draftEventTypes, eventTypes, type EventType } from '@octavo/schema/events.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { maxWebhookHeaders } from '@octavo/schema/webhooks.ts'
import { selectionWhere } from '../events/matches.ts'
import type { WebhookHeader, WebhookRecord } from '../store/webhooks.ts'
import { checkedDeploy, type GivenDeploy } from './deploy/presets.ts'
import { templateProblems } from './template.ts'

export interface GivenHeader {
  readonly name: string
  /** Null or undefined keeps the value of the header with this name. */
  readonly value?: string | null
  readonly isSecret?: boolean
}

/** Only what is given changes. Null means all, or none. */
export interface GivenSettings {
  readonly name?: string
  readonly target?: string
  readonly events?: readonly string[]
  readonly models?: readonly string[] | null
  readonly spaces?: readonly string[] | null
  readonly langs?: readonly string[] | null
  /** JSON, as in the content API. */
  readonly where?: string | null
  readonly includesDrafts?: boolean
  readonly headers?: readonly GivenHeader[]
  readonly template?: string | null
  readonly rateLimit?: number | null
  /** Creates a deploy hook, or changes its settings. */
  readonly deploy?: GivenDeploy
}

/** The properties of a webhook that its settings determine. */
export type Configured = Pick<
  WebhookRecord,
  | 'name'
  | 'target'
  | 'events'
  | 'modelIds'
  | 'spaceIds'
  | 'languageIds'
  | 'condition'
  | 'includesDrafts'
  | 'headers'
  | 'template'
  | 'rateLimit'
  | 'deploy'
>

export const unconfigured: Configured = {
  name: '',
  target: '',
  events: [],
  modelIds: null,
  spaceIds: null,
  languageIds: null,
  condition: null,
  includesDrafts: false,
  headers: [],
  template: null,
  rateLimit: null,
  deploy: null,
}

/** Throws a Refusal with all problems. */
export function configured(schema: Schema, given: GivenSettings, before: Configured): Configured {
  const problems: Problem[] = []
  let result = before
  collectProblems(problems, () => {
    const add = (problem: Problem): void => addProblem(problems, problem)
    const { name, target, includesDrafts, template, rateLimit, where } = given
    const isNew = before === unconfigured
    const events = given.events ?? (isNew && given.deploy ? deployEvents : undefined)
    if (isNew && !events) add(problemAt('events', say('required')))
    const settings = {
      name: name ?? before.name,
      target: target ?? before.target,
      events: events ? checkedEvents(events, add) : before.events,
      modelIds: idsOf('models', given.models, before.modelIds, schema.modelByLuid, add),
      spaceIds: idsOf('spaces', given.spaces, before.spaceIds, schema.spaceByLuid, add),
      languageIds: idsOf('langs', given.langs, before.languageIds, schema.languageByKey, add),
      condition: where === undefined ? before.condition : where,
      includesDrafts: includesDrafts ?? before.includesDrafts,
      headers: given.headers ? checkedHeaders(given.headers, before.headers, add) : before.headers,
      template: template === undefined ? before.template : template,
      rateLimit: rateLimit === undefined ? before.rateLimit : rateLimit,
    }
    const deploy = checkedDeploy(given.deploy, isNew ? undefined : before.deploy, settings, add)
    result = { ...settings, deploy }
    if (target !== undefined && !isTarget(target)) add(problemAt('target', say('notTarget')))
    if (where) checkWhere(schema, where, add)
    if (typeof template === 'string') {
      templateProblems(template, schema, 'template').forEach(add)
    }
    // Next to other events, those of drafts are simply not sent.
    if (!result.includesDrafts && result.events.every((type) => draftEventTypes.includes(type))) {
      for (const event of result.events) {
        add(problemAt('events', say('needsDrafts', { name: event })))
      }
    }
  })
  if (problems.length > 0) throw new Refusal('badRequest', problems)
  return result
}

function isTarget(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || url.protocol === 'http:'
}

type Add = (problem: Problem) => void

function checkedEvents(given: readonly string[], add: Add): EventType[] {
  const known = eventTypes.filter((type) => given.includes(type))
  for (const [index, name] of given.entries()) {
    if (eventTypes.some((type) => type === name)) continue
    add(problemAt(`events[${index}]`, say('notEvent', { names: eventTypes.join(', ') })))
  }
  if (given.length === 0)
    add(problemAt('events', say('notEvent', { names: eventTypes.join(', ') })))
  return known
}

function idsOf(
  path: string,
  given: readonly string[] | null | undefined,
  before: number[] | null,
  known: ReadonlyMap<string, { id: number }>,
  add: Add,
): number[] | null {
  if (given === undefined) return before
  if (given === null) return null
  for (const [index, luid] of given.entries()) {
    if (known.has(luid)) continue
    const names = [...known.keys()].slice(0, 50).join(', ')
    add(problemAt(`${path}[${index}]`, say('notOneOf', { names })))
  }
  return [...new Set(given.flatMap((luid) => known.get(luid)?.id ?? []))]
}

function checkWhere(schema: Schema, where: string, add: Add): void {
  try {
    const languageKey = schema.mainLanguage.key
    selectionWhere(schema, { languageKey, view: 'published', condition: where })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    for (const problem of error.problems) add(problem)
  }
}

/** Set for every request, or dangerous: they would change where the body ends or who the host is. */
const reserved = [
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
]

function checkedHeaders(
  given: readonly GivenHeader[],
  before: readonly WebhookHeader[],
  add: Add,
): WebhookHeader[] {
  if (given.length > maxWebhookHeaders) {
    const has = given.length
    add(problemAt('headers', say('tooManyEntries', { max: maxWebhookHeaders, has })))
  }
  const seen = new Set<string>()
  return given.map(({ name, value, isSecret }, index) => {
    const path = `headers[${index}]`
    const lower = name.toLowerCase()
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
      add(problemAt(`${path}.name`, say('notHeaderName')))
    } else if (reserved.includes(lower)) {
      add(problemAt(`${path}.name`, say('reservedHeader', { name })))
    } else if (seen.has(lower)) add(problemAt(`${path}.name`, say('repeatedHeader', { name })))
    seen.add(lower)
    const old = before.find((one) => one.name.toLowerCase() === lower)
    const kept = value ?? old?.value
    if (kept === undefined || kept === '') {
      add(problemAt(`${path}.value`, say('headerValueMissing')))
    } else if (!/^[\x21-\x7e]+(?: +[\x21-\x7e]+)*$/.test(kept)) {
      add(problemAt(`${path}.value`, say('notHeaderValue')))
    }
    // A value that stays hidden must not become visible.
    const staysSecret = value === undefined || value === null ? old?.isSecret === true : false
    return { name, value: kept ?? '', isSecret: staysSecret || isSecret === true }
  })
}
