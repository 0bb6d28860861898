import { textSeparator } from '@octavo/schema/fold.ts'
import { nextTurn } from '../../scheduling/turns.ts'

/** One more than the highest code point: a pair encodes two code points in one number. */
const codePoints = 0x110000
/** Triples, for alphabetic scripts, are numbered above all pairs. */
const triples = codePoints * codePoints
const alphabets = 0x2e80
const separator = textSeparator.charCodeAt(0)
const space = 0x20

/** Characters to process before other requests get a turn: about ten milliseconds. */
const charactersPerTurn = 100_000

/**
 * Returns the grams of each document: single characters and adjacent pairs of folded text, and within
 * alphabetic words triples, which are far more selective. A keyword of one or two characters is in a text
 * exactly if its gram is; a longer one can only be there if all its grams are. Long texts yield to other
 * requests in between.
 */
export async function gramsOfEach(
  documents: readonly { readonly texts: readonly string[] }[],
  pause: () => Promise<unknown> = () => nextTurn('long'),
): Promise<Set<number>[]> {
  const all: Set<number>[] = []
  let characters = 0
  for (const { texts } of documents) {
    const grams = new Set<number>()
    for (const text of texts) {
      for (const count of addGrams(text, grams)) {
        characters += count
        if (characters < charactersPerTurn) continue
        await pause()
        characters = 0
      }
    }
    all.push(grams)
  }
  return all
}

/** Yields the number of processed characters at each point where the work may be interrupted. */
function* addGrams(text: string, into: Set<number>): Iterable<number> {
  let first = 0
  let second = 0
  let counted = 0
  for (let index = 0; index < text.length; index++) {
    if (index - counted >= charactersPerTurn) {
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

/** The smallest set of grams that a text containing this keyword must have. */
export function gramsOfKeyword(keyword: string): number[] {
  const points = Array.from(keyword, (character) => character.codePointAt(0) ?? 0)
  if (points.length < 2) return points
  const at = (index: number): number => points[index] ?? 0
  const tripleFrom = (index: number): number => tripleOf(at(index), at(index + 1), at(index + 2))
  const grams = new Set<number>()
  for (let index = 0; index < points.length - 1; index++) {
    const triple = tripleFrom(index)
    if (triple !== 0) grams.add(triple)
    // A triple that contains the pair is more selective than the pair.
    else if (tripleFrom(index - 1) === 0) grams.add(at(index) * codePoints + at(index + 1))
  }
  return [...grams]
}

/** 0 if the three are not within an alphabetic word. */
function tripleOf(first: number, second: number, third: number): number {
  if (!isInWord(first) || !isInWord(second) || !isInWord(third)) return 0
  return triples + (first * alphabets + second) * alphabets + third
}

function isInWord(point: number): boolean {
  return point > space && point < alphabets
}
