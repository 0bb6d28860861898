import { textSeparator } from '@octavo/schema/fold.ts'
import { nextTurn } from '../../scheduling/turns.ts'

/** One more than the highest code point: a pair packs two code points into one number. */
const codePoints = 0x110000
/** Above all pairs, triples of the scripts that write words with few characters. */
const triples = codePoints * codePoints
const alphabets = 0x2e80
const separator = textSeparator.charCodeAt(0)
const space = 0x20

/** So many characters are gone through before other requests get their turn: some ten milliseconds. */
const charactersATurn = 100_000

/**
 * For each of these documents, single characters and neighbouring pairs of folded text, and within words
 * of alphabets triples, of which far fewer texts have the same. A keyword of one or two characters is in a
 * text exactly when its gram is; a longer one can only be there when all its grams are. Long texts let
 * other requests have their turn in between.
 */
export async function gramsOfEach(
  documents: readonly { readonly texts: readonly string[] }[],
  pause: () => Promise<unknown> = nextTurn,
): Promise<Set<number>[]> {
  const all: Set<number>[] = []
  let characters = 0
  for (const { texts } of documents) {
    const grams = new Set<number>()
    for (const text of texts) {
      for (const count of addGrams(text, grams)) {
        characters += count
        if (characters < charactersATurn) continue
        await pause()
        characters = 0
      }
    }
    all.push(grams)
  }
  return all
}

/** Gives the number of characters after each piece of work that is long enough to be interrupted. */
function* addGrams(text: string, into: Set<number>): Iterable<number> {
  let first = 0
  let second = 0
  let counted = 0
  for (let index = 0; index < text.length; index++) {
    if (index - counted >= charactersATurn) {
      yield index - counted
      counted = index
    }
    const point = text.codePointAt(index) ?? 0
    if (point > 0xffff) index++
    if (point === separator) {
      first = second = 0
      continue
    }
    into.add(point)
    if (second !== 0) into.add(second * codePoints + point)
    const triple = tripleOf(first, second, point)
    if (triple !== 0) into.add(triple)
    first = second
    second = point
  }
  yield text.length - counted
}

/** The fewest grams that a text must have to hold this keyword. */
export function gramsOfKeyword(keyword: string): number[] {
  const points = Array.from(keyword, (character) => character.codePointAt(0) ?? 0)
  if (points.length < 2) return points
  const at = (index: number): number => points[index] ?? 0
  const tripleFrom = (index: number): number => tripleOf(at(index), at(index + 1), at(index + 2))
  const grams = new Set<number>()
  for (let index = 0; index < points.length - 1; index++) {
    const triple = tripleFrom(index)
    if (triple !== 0) grams.add(triple)
    // A triple that holds the pair says more than the pair.
    else if (tripleFrom(index - 1) === 0) grams.add(at(index) * codePoints + at(index + 1))
  }
  return [...grams]
}

/** 0 where the three are not within a word of an alphabet. */
function tripleOf(first: number, second: number, third: number): number {
  if (!isInWord(first) || !isInWord(second) || !isInWord(third)) return 0
  return triples + (first * alphabets + second) * alphabets + third
}

function isInWord(point: number): boolean {
  return point > space && point < alphabets
}
