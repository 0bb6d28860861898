/** The most similar of the known words, if one is close: within a third of the letters, or within `few`. */
export function nearest(word: string, known: Iterable<string>, few = 1): string | undefined {
  const limit = Math.max(few, Math.floor(word.length / 3))
  const ranked = Array.from(known, (candidate) => ({
    candidate,
    distance: editDistance(word, candidate, limit),
  }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance)
  return ranked[0]?.candidate
}

/** A hint for the end of a message. Two swapped letters count as similar, except in short words. */
export function nearestHint(word: string, known: Iterable<string>): string {
  const meant = nearest(word, known, word.length > 3 ? 2 : 1)
  return meant === undefined ? '' : `: did you mean "${meant}"?`
}

/** Insertions, deletions and replacements, ignoring case; anything above `limit` is too many. */
function editDistance(from: string, to: string, limit: number): number {
  const [a, b] = [from.toLowerCase(), to.toLowerCase()]
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
