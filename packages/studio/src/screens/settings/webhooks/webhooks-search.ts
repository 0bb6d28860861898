/** The id of the webhook whose deliveries are shown, so that a URL can link to them. */
export interface WebhooksSearch {
  webhook?: string
}

export function readWebhooksSearch({ webhook }: Record<string, unknown>): WebhooksSearch {
  return typeof webhook === 'string' && /^\d{1,15}$/.test(webhook) ? { webhook } : {}
}
