import type { Added, QuotaCheck } from '../access/quotas.ts'
import type { AdminCall } from './api.ts'

export interface QuotaDeps {
  readonly quotas: QuotaCheck
}

/** What Studio adds counts as what keys add does. Requests of people are not counted. */
export function requireRoom(
  { quotas }: QuotaDeps,
  { root: { schema } }: AdminCall,
  added: Partial<Added>,
): Promise<void> {
  const { id, settings } = schema.root
  const own = { ...settings, quotas: { ...settings.quotas, requests: null } }
  return quotas.require({ id, settings: own }, { items: 0, mediaBytes: 0, ...added })
}
