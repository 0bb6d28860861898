/** Parses JSON without hiding that a number has more digits than a double. */

interface NumberReader {
  /** Whether a number is replaced. */
  isReplaced(source: string): boolean
  replaced(source: string): unknown
}

/** Texts may match too; they are then parsed a little slower. Tiny numbers become 0. */
const manyDigits = /(?<![\d.])[\d.]{16}|[eE]-\d{3}/

/** Strings, which are skipped, and numbers that may be rounded. An open string ends with the text. */
const stringOrNumber =
  /"[^"\\]*(?:\\[^]?[^"\\]*)*"?|(?<![\d.])-?\d(?:[\d.eE+-]{15,}|[\d.]*[eE]-\d{3,})/g
const isJsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Stands for a number until the JSON is parsed. Clients cannot guess it. */
const marker = `number ${crypto.getRandomValues(new Uint32Array(4)).join('-')} `

/**
 * As `JSON.parse`, with other values for long numbers. A reviver would take many times as long for a text with
 * many values, and gets wrong sources of numbers after repeated keys.
 */
export function parseJsonWith(text: string, { isReplaced, replaced }: NumberReader): unknown {
  if (!manyDigits.test(text)) return JSON.parse(text) as unknown
  const marked = text.replaceAll(stringOrNumber, (token) =>
    isJsonNumber.test(token) && isReplaced(token) ? `"${marker}${token}"` : token,
  )
  if (marked === text) return JSON.parse(text) as unknown
  try {
    return withReplaced(JSON.parse(marked), replaced)
  } catch {
    // The error names the position in the text itself.
    return JSON.parse(text) as unknown
  }
}

export function isWholeNumber(source: string): boolean {
  return /^-?\d+$/.test(source)
}

/** Replaces the marked strings in lists and objects. */
function withReplaced(value: unknown, replaced: NumberReader['replaced']): unknown {
  if (typeof value === 'string' && value.startsWith(marker)) {
    return replaced(value.slice(marker.length))
  }
  if (typeof value !== 'object' || value === null) return value
  const inner = value as Record<string, unknown>
  for (const key of Object.keys(inner)) {
    const now = withReplaced(inner[key], replaced)
    // The key may be __proto__.
    if (now !== inner[key]) Object.defineProperty(inner, key, { value: now })
  }
  return inner
}
