/**
 * What a full memory takes in: only what was asked for before, not long ago. Otherwise things that are
 * asked for once push out those that are asked for again and again, and most of the work is taking out.
 */
export interface Admission {
  /** Takes note of an id, and says whether it was noted before. */
  wasNoted(id: number): boolean
}

/** About as many as find room: what comes again later than that would only push out what comes as seldom. */
const mostNoted = 16_384
/** Ids that share places are noted next to each other: as many at once as would seldom be asked for in turns. */
const neighbours = 4

export function createAdmission(places = mostNoted): Admission {
  const noted = new Float64Array(places)
  let turn = 0
  return {
    wasNoted(id) {
      const first = (id * neighbours) % places
      for (let place = first; place < first + neighbours; place++) {
        if (noted[place] === id) return true
      }
      turn = (turn + 1) % neighbours
      noted[first + turn] = id
      return false
    },
  }
}
