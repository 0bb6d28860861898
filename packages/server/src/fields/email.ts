import { isEmail } from '@octavo/schema/formats.ts'
import { say } from '@octavo/schema/problems.ts'
import { checkedText } from './checked-text.ts'
import type { FieldType } from './field-type.ts'

/** An email address, stored as it was written. */
export const email: FieldType<'email', string> = {
  ...checkedText({ isValid: isEmail, needs: say('notEmail') }),
  searchText: (stored) => stored,
  jsonSchema: () => ({ type: ['string', 'null'], format: 'email' }),
}
