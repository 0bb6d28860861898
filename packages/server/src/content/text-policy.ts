import type { Schema } from '@octavo/schema/schema.ts'
import { defaultTextPolicy, type TextPolicy } from '../text/flexible.ts'

/** What flexible text of this space may hold. */
export function textPolicyOf({ root: { settings } }: Schema): TextPolicy {
  return {
    iframeHosts: settings.iframeHosts ?? defaultTextPolicy.iframeHosts,
  }
}
