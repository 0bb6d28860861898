import { say } from '@octavo/schema/problems.ts'
import { isSlug, slugOf } from '@octavo/schema/slugs.ts'
import type { FieldType } from './field-type.ts'
import { readText, shortened } from './input.ts'
import { plainTextOf } from './plain-text.ts'
import { textValue } from './text-value.ts'

/** A readable name for URLs. `content/slugs.ts` derives it. */
export const slug: FieldType<'slug', string> = {
  ...textValue,
  written(input, _field, path, writing) {
    const value = readText(input, path, writing)
    if (value === undefined || isSlug(value)) return value
    const example = slugOf(shortened(value)) || 'harbour-at-dawn'
    writing.problem(path, say('notSlug', { example }))
    return undefined
  },
  searchText: (stored) => stored,
  inputSchema: () => ({ type: ['string', 'null'] }),
  convertedFrom(stored, from) {
    const value = plainTextOf(stored, from)
    return value !== undefined && isSlug(value) ? value : undefined
  },
}
