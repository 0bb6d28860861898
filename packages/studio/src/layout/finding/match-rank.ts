import { fold } from '@octavo/schema/fold.ts'

const letterOrDigit = /[\p{L}\p{N}]/u

/** How well a title matches a text, best first: equal, at the start, at the start of a word, inside, not. */
function matchRank(title: string, text: string): number {
  const [whole, sought] = [fold(title).trim(), fold(text).trim()]
  if (whole === sought) return 0
  if (whole.startsWith(sought)) return 1
  for (let at = whole.indexOf(sought); at > 0; at = whole.indexOf(sought, at + 1)) {
    if (!letterOrDigit.test(whole[at - 1] ?? '')) return 2
  }
  return whole.includes(sought) ? 3 : 4
}

/** Orders by match. Equal matches keep their order. */
export function byMatch<T>(found: readonly T[], text: string, title: (one: T) => string): T[] {
  return found
    .map((one) => ({ one, rank: matchRank(title(one), text) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one)
}
