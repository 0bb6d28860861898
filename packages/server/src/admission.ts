/**
 * What a full memory takes in: only what was asked for before, not long ago. Otherwise things that are
 * asked for once push out those that are asked for again and again, and most of the work is taking out.
 */
export interface Admission {
  /** Takes note of an id, and says whether it was noted before. */
  wasNoted(id: number): boolean
}

/** For how many others, about, it is remembered that something found no room. */
const mostNoted = 32_768

/** Each id has one place, which the next one to come there takes from it. */
export function createAdmission(places = mostNoted): Admission {
  const noted = new Float64Array(places)
  return {
    wasNoted(id) {
      const place = id % places
      if (noted[place] === id) return true
      noted[place] = id
      return false
    },
  }
}
