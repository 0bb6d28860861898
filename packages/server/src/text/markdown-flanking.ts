import type { InlineToken } from './inline.ts'

/**
 * True if GFM would match delimiters at these two positions. It does not if there is punctuation inside and
 * a letter outside, as in 「**重要。**次」, which is common in text without spaces.
 */
export function canDelimit(
  tokens: readonly InlineToken[],
  open: number,
  close: number,
  isDelimiter: (token: InlineToken | undefined) => boolean,
): boolean {
  const before = tokens[open - 1]
  const after = tokens[close + 1]
  const touchesBefore = isDelimiter(before)
  const touchesAfter = isDelimiter(after)
  // Of adjacent delimiters, only `***a***` is unambiguous.
  if (touchesBefore !== touchesAfter) return false
  if (touchesBefore && (before?.kind !== 'open' || after?.kind !== 'close')) return false
  return (
    isFlanking(edge(tokens[open + 1], 'first'), edge(before, 'last')) &&
    isFlanking(edge(tokens[close - 1], 'last'), edge(after, 'first'))
  )
}

function isFlanking(inside: string, outside: string): boolean {
  if (isSpace(inside)) return false
  // Versions of the rules differ on symbols, so assume the worse case for a symbol.
  return (
    !/^[\p{P}\p{S}]$/u.test(inside) || isSpace(outside) || /^[\p{P}!-/:-@[-`{-~]$/u.test(outside)
  )
}

const isSpace = (character: string) => /^\s?$/.test(character)

/** The character next to a delimiter. All markup starts and ends with punctuation. */
function edge(token: InlineToken | undefined, side: 'first' | 'last'): string {
  if (token === undefined || token.kind === 'break') return ' '
  if (token.kind !== 'text') return '.'
  const pattern = side === 'first' ? /^./u : /.$/u
  const text = side === 'first' ? token.value.slice(0, 2) : token.value.slice(-2)
  return pattern.exec(text)?.[0] ?? ' '
}
