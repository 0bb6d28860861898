import type { Schema } from '@octavo/schema/schema.ts'
import { defaultTextPolicy, type TextPolicy } from '../text/flexible.ts'

/** The rules for flexible texts of this space. */
export function textPolicyOf({ root: { settings } }: Schema): TextPolicy {
  return {
    iframeHosts: settings.iframeHosts ?? defaultTextPolicy.iframeHosts,
  }
}
