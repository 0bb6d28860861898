/** The events that webhooks and live updates report. */

export const itemEventTypes = [
  'item.created',
  'item.updated',
  'item.published',
  'item.unpublished',
  'item.archived',
  'item.restored',
  'item.deleted',
] as const
export type ItemEventType = (typeof itemEventTypes)[number]

export const mediaEventTypes = ['media.created', 'media.updated', 'media.deleted'] as const
export type MediaEventType = (typeof mediaEventTypes)[number]

export const eventTypes = [
  ...itemEventTypes,
  ...mediaEventTypes,
  'schema.changed',
  'release.published',
] as const
export type EventType = (typeof eventTypes)[number]

/** Sent only to webhooks that include drafts. */
export const draftEventTypes: readonly EventType[] = ['item.created', 'item.updated']

/** Changes that a build of the published content shows: the default of deploy hooks. */
export const deployEvents: readonly EventType[] = eventTypes.filter(
  (type) => !draftEventTypes.includes(type),
)
