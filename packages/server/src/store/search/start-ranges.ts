/** Finds texts that start with a folded keyword in an index of the texts as they were written. */
import { textSeparator } from '@octavo/schema/fold.ts'
import { indexKeyLength } from '../../query/index-key.ts'

/** Keys from `low` on, and less than `high`. */
export type KeyRange = readonly [low: string, high: string]

/** Each letter doubles the number of ranges; digits and spaces add a few. */
const maxRanges = 128
const firstNonAscii = '\u007f'
/** Greater than every key. */
const end = '\u{10ffff}'.repeat(indexKeyLength + 1)

/**
 * Ranges that contain every text whose folded form starts with the keyword, and others. An ASCII character of
 * a text folds to itself, or to its lower case, so only the characters of the keyword lead to it; any other
 * character may fold to anything. Empty if the keyword does not start with ASCII characters.
 */
export function startRanges(keyword: string): KeyRange[] {
  const ascii = /^[\x20-\x7e]*/.exec(keyword)?.[0] ?? ''
  if (ascii === '') return []
  let starts = ['']
  const ranges: KeyRange[] = []
  for (const character of ascii) {
    const cases = [...new Set([character, character.toUpperCase()])]
    if (ranges.length + starts.length * (2 + cases.length) > maxRanges) break
    for (const start of starts) {
      ranges.push([start + textSeparator, start + following(textSeparator)])
      ranges.push([start + firstNonAscii, start === '' ? end : endOf(start)])
    }
    starts = starts.flatMap((start) => cases.map((one) => start + one))
  }
  return [...ranges, ...starts.map((start): KeyRange => [start, endOf(start)])]
}

/** Greater than every text that starts with this one. */
function endOf(start: string): string {
  return start.slice(0, -1) + following(start.slice(-1))
}

function following(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) + 1)
}
