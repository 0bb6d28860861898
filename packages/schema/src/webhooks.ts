/** Facts about webhooks that the server, the command and Studio share. */

/** `stopped`: the webhook was disabled before the delivery succeeded. */
export const deliveryStates = ['pending', 'succeeded', 'failed', 'stopped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * `user`: a user disabled it; `gone`: the target returned 410; `failing`: no delivery succeeded for days;
 * `restored`: it comes from a backup, which has no secrets.
 */
export const disabledReasons = ['user', 'gone', 'failing', 'restored'] as const
export type DisabledReason = (typeof disabledReasons)[number]

export const maxWebhooks = 50
export const maxWebhookHeaders = 20
export const maxTemplateLength = 20_000
/** Requests per minute. */
export const maxWebhookRate = 60_000

/** Services that a deploy hook starts builds at; `url` is any other address. */
export const deployPresets = ['vercel', 'netlify', 'cloudflare', 'github', 'url'] as const
export type DeployPreset = (typeof deployPresets)[number]

/** A webhook with these settings starts builds instead of sending events. */
export interface DeploySettings {
  preset: DeployPreset
  /** Seconds without a further change before a build is requested. */
  debounce: number
  /** Minutes between two builds. */
  interval: number
}

export const defaultDebounce = 10
export const maxDebounce = 3_600
export const defaultBuildInterval = 5
export const maxBuildInterval = 1_440

/** What a build reports through the status address of its deploy hook. */
export const buildReports = ['building', 'live', 'failed'] as const
export type BuildReport = (typeof buildReports)[number]

/**
 * The latest build of a deploy hook. `requesting`: the request is being sent; `retrying`: it failed and is
 * retried; `refused`: it failed finally; `requested`: the service accepted it, and nothing more is known.
 * The others are reports: `building` also counts from the request, if earlier builds have reported.
 */
export const deployStates = [
  'none',
  'requesting',
  'retrying',
  'refused',
  'requested',
  ...buildReports,
] as const
export type DeployState = (typeof deployStates)[number]
