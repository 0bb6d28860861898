/**
 * Chooses where a list starts: along the order, or from the condition with the fewest rows. Costs are
 * counted in visited rows. A wrong estimate makes a list slow, never wrong.
 */
export interface Choice {
  /** Index of the leading condition; null to walk along the order. */
  readonly lead: number | null
  /** Whether counting its rows stopped at the limit. */
  readonly leadsToMany?: boolean
}

export interface Estimated {
  /** Estimated number of items that pass; null for conditions that cannot lead. */
  readonly count: number | null
  /** True if its index returns the items in the requested order. */
  readonly isInOrder: boolean
  /** True if every walk in that order is narrowed by it, so that it need not lead. */
  readonly isTaken: boolean
}

export interface PlanInput {
  /** Number of items in the list without conditions. */
  readonly size: number
  /** Number of rows that the page needs, including skipped ones. */
  readonly window: number
  /** False if no index has the order, so that all items are sorted. */
  readonly canWalk: boolean
  readonly conditions: readonly Estimated[]
}

/** Assumed share of rows that pass a condition without an estimate. */
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

/** For counting, which visits every row: starts from the fewest rows. */
export function chooseCount({ size, conditions }: Pick<PlanInput, 'size' | 'conditions'>): Choice {
  let best = { lead: null as number | null, cost: size }
  for (const [index, { count }] of conditions.entries()) {
    if (count !== null && count <= best.cost) best = { lead: index, cost: count }
  }
  return { lead: best.lead }
}
