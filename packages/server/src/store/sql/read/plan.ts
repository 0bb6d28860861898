/**
 * Chooses where a list starts from: the order itself, or the condition that leaves the fewest rows.
 * Costs are counted in rows looked at. A wrong estimate makes a list slow, never wrong.
 */
export interface Choice {
  /** Index of the condition that leads; null to walk along the order. */
  readonly lead: number | null
  /** Whether so many rows pass it that nobody went on counting them. */
  readonly leadsToMany?: boolean
}

export interface Estimated {
  /** How many items pass, where that is known; null for conditions that cannot lead. */
  readonly count: number | null
  /** True where its index gives the items in the order asked for. */
  readonly isInOrder: boolean
  /** True where every walk in that order is narrowed by it, so that there is no need to lead. */
  readonly isTaken: boolean
}

export interface PlanInput {
  /** How many items the list would have without conditions. */
  readonly size: number
  /** How many rows the page needs, skipped ones included. */
  readonly window: number
  /** False where no index has the order: then everything is sorted. */
  readonly canWalk: boolean
  readonly conditions: readonly Estimated[]
}

/** What a condition that nothing is known about is taken to let through. */
const unknownShare = 0.3

export function choosePage(input: PlanInput): Choice {
  const { size, window, canWalk, conditions } = input
  const rows = Math.max(size, 1)
  const share = conditions.map(({ count, isTaken }) => {
    if (isTaken) return 1
    return count === null ? unknownShare : Math.min(1, Math.max(count, 0.5) / rows)
  })
  const walked = conditions.reduce(
    (left, { count, isTaken }) => (isTaken && count !== null ? Math.min(left, count) : left),
    rows,
  )
  const tests = 1 + conditions.length
  const visits = (available: number, except: number): number => {
    const left = share.reduce(
      (product, one, index) => (index === except ? product : product * one),
      1,
    )
    return Math.min(available, window / left)
  }
  let best = {
    lead: null as number | null,
    cost: (canWalk ? visits(walked, -1) : rows * 2) * tests,
  }
  for (const [index, { count, isInOrder, isTaken }] of conditions.entries()) {
    if (count === null || isTaken) continue
    const cost = isInOrder ? visits(count, index) * tests : count * (tests + 1)
    if (cost <= best.cost) best = { lead: index, cost }
  }
  return { lead: best.lead }
}

/** For counting, which looks at every row: the fewest to start from. */
export function chooseCount({ size, conditions }: Pick<PlanInput, 'size' | 'conditions'>): Choice {
  let best = { lead: null as number | null, cost: size }
  for (const [index, { count }] of conditions.entries()) {
    if (count !== null && count <= best.cost) best = { lead: index, cost: count }
  }
  return { lead: best.lead }
}
