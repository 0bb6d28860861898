import { RoundedNumber } from '../../fields/exact-json.ts'

const longestText = 200
const mostEntries = 10

/** A value for one cell of a list, shortened but recognisable. */
export function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cut(value)
  if (Array.isArray(value)) return value.slice(0, mostEntries).map(shortened)
  if (typeof value !== 'object' || value === null) return value ?? null
  if (value instanceof RoundedNumber) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]))
}

/** Truncates by code point, so that no character is cut in half. */
function cut(text: string): string {
  if (text.length <= longestText) return text
  return `${Array.from(text.slice(0, longestText * 2))
    .slice(0, longestText)
    .join('')}…`
}
