/**
 * What a full memory takes in: only what was asked for before, not long ago. Otherwise things that are
 * asked for once push out those that are asked for again and again, and most of the work is taking out.
 */
export interface Admission<Key> {
  /** Takes note of the key, and says whether it was noted before. */
  wasNoted(key: Key): boolean
}

/** For how many others it is remembered that something found no room. */
const mostNoted = 20_000

/** Remembers at least `most` keys, and at most twice as many. */
export function createAdmission<Key>(most = mostNoted): Admission<Key> {
  let noted = new Set<Key>()
  let notedBefore = new Set<Key>()
  return {
    wasNoted(key) {
      if (noted.has(key) || notedBefore.has(key)) return true
      noted.add(key)
      if (noted.size >= most) {
        notedBefore = noted
        noted = new Set()
      }
      return false
    },
  }
}
