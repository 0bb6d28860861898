import { isColor } from '@octavo/schema/formats.ts'
import { say } from '@octavo/schema/problems.ts'
import { checkedText } from './checked-text.ts'
import type { FieldType } from './field-type.ts'

/** A color, stored in lower case. */
export const color: FieldType<'color', string> = {
  ...checkedText({
    isValid: isColor,
    needs: say('notColor'),
    normalized: (text) => text.toLowerCase(),
  }),
  operand(text) {
    const value = text.trim()
    return isColor(value) ? value.toLowerCase() : undefined
  },
  operandNeeds: say('notColor'),
  jsonSchema: () => ({ type: ['string', 'null'], pattern: '^#([0-9a-f]{6}|[0-9a-f]{8})$' }),
  inputSchema: () => ({ type: ['string', 'null'], pattern: '^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$' }),
}
