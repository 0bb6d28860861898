import { textSeparator } from '@octavo/schema/fold.ts'

/** One more than the highest code point: a gram packs one or two code points into one number. */
const codePoints = 0x110000
const separator = textSeparator.charCodeAt(0)

/**
 * Single characters and neighbouring pairs of folded text. A keyword of one or two characters is in
 * a text exactly when its gram is; a longer one can only be there when all its grams are.
 */
export function gramsOf(text: string, into: Set<number> = new Set()): Set<number> {
  let before = 0
  for (let index = 0; index < text.length; index++) {
    const point = text.codePointAt(index) ?? 0
    if (point > 0xffff) index++
    if (point === separator) {
      before = 0
      continue
    }
    into.add(point)
    if (before !== 0) into.add(before * codePoints + point)
    before = point
  }
  return into
}

/** The fewest grams that a text must have to hold this keyword. */
export function gramsOfKeyword(keyword: string): number[] {
  const points = Array.from(keyword, (character) => character.codePointAt(0) ?? 0)
  if (points.length < 2) return points
  const pairs = points.slice(1).map((point, index) => (points[index] ?? 0) * codePoints + point)
  return [...new Set(pairs)]
}
