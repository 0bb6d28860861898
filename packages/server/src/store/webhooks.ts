/** Webhooks, the events that are recorded for them, and the deliveries with their attempts. */
import type { EventType } from '@octavo/schema/events.ts'
import type { CodedMessage } from '@octavo/schema/problems.ts'
import type {
  BuildReport,
  DeliveryState,
  DeploySettings,
  DisabledReason,
} from '@octavo/schema/webhooks.ts'

export interface WebhookRecord {
  id: number
  rootId: number
  name: string
  /** The address that events are sent to. */
  target: string
  events: EventType[]
  /** Only events of these models, spaces and languages; null for all. */
  modelIds: number[] | null
  spaceIds: number[] | null
  languageIds: number[] | null
  /** A `where` as JSON, which the item must match before or after the change. */
  condition: string | null
  includesDrafts: boolean
  headers: WebhookHeader[]
  /** JSON of the body, with placeholders; null for the default body. */
  template: string | null
  /** Requests per minute; null for no limit. */
  rateLimit: number | null
  /** Null for a webhook that sends events. */
  deploy: DeploySettings | null
  /** `whsec_…`; '' after a restore, because backups have no secrets. */
  secret: string
  /** Requests are signed with both secrets until the time after it. */
  previousSecret: string | null
  previousSecretUntil: number | null
  createdAt: number
  disabledAt: number | null
  disabledReason: DisabledReason | null
  /** The first failure since the last success. */
  failingSince: number | null
}

export interface WebhookHeader {
  name: string
  value: string
  /** Whether its value is never shown. */
  isSecret: boolean
}

/** The part of a webhook that decides what is recorded for it. */
export type RecordingHook = Pick<
  WebhookRecord,
  | 'id'
  | 'events'
  | 'modelIds'
  | 'spaceIds'
  | 'languageIds'
  | 'condition'
  | 'includesDrafts'
  | 'deploy'
>

export const testEvent = 'webhook.test'
/** Sent by a deploy hook to start a build. */
export const deployEvent = 'deploy.requested'

/** An event, recorded in the transaction of the change. */
export interface RecordedEvent {
  /** The sequence number: a later event of an item has a greater one. */
  id: number
  rootId: number
  at: number
  type: EventType | typeof testEvent | typeof deployEvent
  /** Events with the same subject are delivered in order: `item 12`, `media 3`, `schema`, `deploy`. */
  subject: string
  actor: string
  /** JSON of `data`, with a mark in place of the URL of media files. */
  data: string
  /** Ids of the webhooks that receive it. */
  webhookIds: number[]
}

export type NewEvent = Omit<RecordedEvent, 'id'>

/** What decides who receives an event, without its content. */
export type UnassignedEvent = Pick<RecordedEvent, 'id' | 'at' | 'subject' | 'webhookIds'>

export interface DeliveryName {
  webhookId: number
  eventId: number
}

/** An event to be delivered to a webhook. */
export interface DeliveryRecord extends DeliveryName {
  subject: string
  state: DeliveryState
  attempts: number
  createdAt: number
  /** The next attempt; null if there is none. */
  nextAt: number | null
  /** No attempt is made after this time. */
  untilAt: number
  endedAt: number | null
}

/** A delivery that may be attempted. */
export interface PendingDelivery extends DeliveryRecord {
  /** Size of its event. */
  bytes: number
}

export interface AttemptRecord extends DeliveryName {
  number: number
  at: number
  /** In milliseconds. */
  duration: number
  /** Null if there was no response. */
  status: number | null
  /** Why it failed. */
  error: CodedMessage | null
  request: SentRequest
  /** The first part of the body of the response. */
  response: string | null
}

export interface SentRequest {
  url: string
  /** With placeholders for secret values. */
  headers: Record<string, string>
  /** Only if a template was used; otherwise it is the event. */
  body?: string
}

export interface DeliveryFilter {
  webhookId: number
  states?: readonly DeliveryState[] | undefined
  type?: string | undefined
  /** Created at this time or later. */
  since?: number | undefined
  /** Only earlier events than this one. */
  before?: number | undefined
}

/** With the result of the last attempt; null before the first one. */
export interface ListedDelivery extends DeliveryRecord, Pick<RecordedEvent, 'type'> {
  status: number | null
  duration: number | null
  error: CodedMessage | null
}

/** The builds of a deploy hook. */
export interface DeployRecord {
  webhookId: number
  /** The first and the last change since the last build; null if there is none. */
  changedSince: number | null
  changedAt: number | null
  /** A user requested a build, which has not started yet. */
  askedAt: number | null
  askedBy: string | null
  /** The event that requests the latest build. */
  eventId: number | null
  requestedAt: number | null
  /** What the latest build has reported. */
  report: BuildReport | null
  /** The last report of any build. */
  reportedAt: number | null
  liveAt: number | null
}

/** The attempts of a webhook in an hour. */
export interface HealthHour {
  /** Start of the hour. */
  at: number
  succeeded: number
  failed: number
  /** Mean duration in milliseconds. */
  duration: number
}

export interface QueueCount {
  webhookId: number
  pending: number
  failed: number
  /** Creation of the oldest pending delivery; null if there is none. */
  oldestAt: number | null
}

/** How far behind a webhook is. */
export interface WebhookQueue extends Pick<WebhookRecord, 'disabledAt' | 'failingSince'> {
  webhookId: number
  /** Creation of the oldest pending delivery; null if there is none. */
  oldestAt: number | null
}

export interface WebhookReads {
  load(id: number): Promise<WebhookRecord | undefined>
  /** Of one root space, or of all without an id. */
  list(rootId?: number): Promise<WebhookRecord[]>
  /** The enabled webhooks of a root space. */
  recording(rootId: number): Promise<RecordingHook[]>
  /** Events that have not been assigned to webhooks yet, in order. In a write transaction it locks them. */
  unassigned(limit: number): Promise<UnassignedEvent[]>
  /** Deliveries that were never attempted, in the order of events. */
  firstAttempts(webhookId: number, limit: number): Promise<PendingDelivery[]>
  /** Deliveries whose next attempt is due. */
  dueRetries(webhookId: number, now: number, limit: number): Promise<PendingDelivery[]>
  /** When the next retry of each webhook is due; 0 if a first attempt is pending. */
  dueTimes(): Promise<Map<number, number>>
  events(ids: readonly number[]): Promise<RecordedEvent[]>
  /**
   * Ids of stored events of a subject after an id. Some events are searched at a time: `lastId` is the last one of
   * them; undefined if there are no more.
   */
  eventsOf(
    rootId: number,
    subject: string,
    afterId: number,
  ): Promise<{ ids: number[]; lastId: number | undefined }>
  /** Newest first. */
  deliveries(filter: DeliveryFilter, limit: number): Promise<ListedDelivery[]>
  attempts(name: DeliveryName): Promise<AttemptRecord[]>
  health(webhookId: number, since: number): Promise<HealthHour[]>
  /** Of these deploy hooks, or of all that wait for a build. In a write transaction it locks them. */
  deploys(webhookIds?: readonly number[]): Promise<DeployRecord[]>
  /** Of webhooks with pending or failed deliveries. */
  queues(): Promise<QueueCount[]>
  /** Of all root spaces. Takes the same time however long the queues are. */
  queueAges(limit: number): Promise<WebhookQueue[]>
}

export interface WebhookWrites {
  insert(hook: WebhookRecord): Promise<void>
  /** Saves everything that a user sets, and the secrets. */
  update(hook: WebhookRecord): Promise<void>
  /** Disables an enabled webhook, and stops its pending deliveries. */
  disable(id: number, reason: DisabledReason, at: number): Promise<void>
  /** Stops pending deliveries. */
  stopPending(id: number, at: number): Promise<void>
  setFailing(id: number, since: number | null): Promise<void>
  /** Removes a webhook with its deliveries. */
  remove(id: number): Promise<void>
  /** Returns the sequence numbers, which may be allocated already. */
  record(events: readonly NewEvent[], allocated?: readonly number[]): Promise<readonly number[]>
  /** Adds the deliveries of these events, and removes events without one. */
  assign(eventIds: readonly number[], deliveries: readonly DeliveryRecord[]): Promise<void>
  /** Replaces the data of an event, and removes copies of it from its attempts. */
  replaceData(event: Pick<RecordedEvent, 'id' | 'data'>): Promise<void>
  saveDeploy(deploy: DeployRecord): Promise<void>
  /** Without those whose delivery no longer exists. */
  saveAttempts(results: readonly AttemptResult[]): Promise<void>
  /** Sets deliveries back to pending. Returns how many. */
  replay(filter: DeliveryFilter & { eventId?: number }, now: number, until: number): Promise<number>
  /** Removes old records. Returns whether there may be more. */
  prune(times: PruneTimes, limit: number): Promise<boolean>
}

export interface AttemptResult {
  readonly attempt: AttemptRecord
  readonly delivery: DeliveryRecord
}

export interface PruneTimes {
  /** Succeeded deliveries that ended before. */
  readonly succeeded: number
  /** Failed and stopped deliveries that ended before. */
  readonly failed: number
  /** Finished deliveries kept for each webhook. */
  readonly perWebhook: number
}
