/** Messages of the server, in Japanese. */
import type { ProblemCode } from '@octavo/schema/problems.ts'
import { access } from './access.ts'
import { definitionChanges } from './definition-changes.ts'
import { definitions } from './definitions.ts'
import { items } from './items.ts'
import { media } from './media.ts'
import { releases } from './releases.ts'
import { requests } from './requests.ts'
import { fieldValues } from './field-values.ts'
import { webhooks } from './webhooks.ts'

export const messagesJa: Record<ProblemCode, string> = {
  ...fieldValues,
  ...items,
  ...releases,
  ...media,
  ...requests,
  ...access,
  ...webhooks,
  ...definitions,
  ...definitionChanges,
}
