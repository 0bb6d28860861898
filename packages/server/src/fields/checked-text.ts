/** The types that store a text of a fixed format. */
import type { CodedMessage } from '@octavo/schema/problems.ts'
import type { FieldTypeName } from '@octavo/schema/field-types.ts'
import type { Field } from '@octavo/schema/definitions.ts'
import type { Stored, Writing } from './field-type.ts'
import { readText } from './input.ts'
import { plainTextOf } from './plain-text.ts'
import { textValue } from './text-value.ts'

interface TextFormat {
  isValid(text: string): boolean
  needs: CodedMessage
  /** The form in which equal values are equal texts. */
  normalized?(text: string): string
}

export function checkedText({ isValid, needs, normalized = (text) => text }: TextFormat) {
  return {
    ...textValue,
    written(
      input: unknown,
      _field: { type: FieldTypeName },
      path: string,
      writing: Writing,
    ): string | undefined {
      const text = readText(input, path, writing)
      if (text === undefined || isValid(text)) return text && normalized(text)
      writing.problem(path, needs)
      return undefined
    },
    initial: (field: { default: string | null }) => field.default ?? undefined,
    convertedFrom(stored: Stored, from: Field): string | undefined {
      const text = plainTextOf(stored, from)
      return text !== undefined && isValid(text) ? normalized(text) : undefined
    },
  }
}
