import { isUrl } from '@octavo/schema/formats.ts'
import { say } from '@octavo/schema/problems.ts'
import { checkedText } from './checked-text.ts'
import type { FieldType } from './field-type.ts'

/** An absolute URL, stored as it was written. */
export const url: FieldType<'url', string> = {
  ...checkedText({ isValid: isUrl, needs: say('notUrl') }),
  searchText: (stored) => stored,
  jsonSchema: () => ({ type: ['string', 'null'], format: 'uri' }),
}
