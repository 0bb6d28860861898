/**
 * How much work one search may be, in compared pairs of letters: enough for a thousand names of usual length. A
 * request may contain many unknown names, and a schema many known ones.
 */
const maxPairs = 100_000

/** The most similar of the known words, if one is close: within a third of the letters, or within `few`. */
export function nearest(word: string, known: Iterable<string>, few = 1): string | undefined {
  const letters = word.toLowerCase()
  const work = { left: maxPairs }
  let found: string | undefined
  let limit = Math.max(few, Math.floor(word.length / 3))
  for (const candidate of known) {
    const distance = editDistance(letters, candidate.toLowerCase(), limit, work)
    if (distance <= limit) {
      found = candidate
      // Only a closer one is better.
      limit = distance - 1
    }
    if (limit < 0 || work.left <= 0) break
  }
  return found
}

/** A hint for the end of a message. Two swapped letters count as similar, except in short words. */
export function nearestHint(word: string, known: Iterable<string>): string {
  const meant = nearest(word, known, word.length > 3 ? 2 : 1)
  return meant === undefined ? '' : `: did you mean "${meant}"?`
}

/** Insertions, deletions and replacements; anything above `limit` is too many. */
function editDistance(a: string, b: string, limit: number, work: { left: number }): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    // Cells further from the diagonal are above the limit.
    const [first, last] = [Math.max(1, i - limit), Math.min(b.length, i + limit)]
    const next = Array<number>(b.length + 1).fill(limit + 1)
    next[0] = i
    let least = i
    for (let j = first; j <= last; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const distance = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
      next[j] = distance
      least = Math.min(least, distance)
    }
    work.left -= last - first + 1
    if (least > limit) return limit + 1
    row = next
  }
  return row[b.length] ?? 0
}
