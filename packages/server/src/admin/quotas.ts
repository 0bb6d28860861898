import type { Added, QuotaCheck } from '../access/quotas.ts'
import type { AdminCall } from './api.ts'

export interface QuotaDeps {
  readonly quotas: Pick<QuotaCheck, 'requireRoom' | 'forget'>
}

/** What Studio adds counts as what keys add does. Requests of people are not counted. */
export function requireRoom(
  { quotas }: QuotaDeps,
  { root: { schema } }: AdminCall,
  added: Partial<Added>,
  isRepeated?: () => Promise<boolean>,
): Promise<void> {
  return quotas.requireRoom(schema.root, added, isRepeated)
}
