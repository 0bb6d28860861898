/** Compares two texts by lines, then by words within the changed lines. */

export interface Piece {
  text: string
  isChanged: boolean
}

/** One line of a comparison; a side is null if only the other one has the line. */
export interface DiffRow {
  before: Piece[] | null
  after: Piece[] | null
  isChanged: boolean
}

/** Limits of the cost of finding the smallest change: of two texts, and of two lines by words. */
const mostComparisons = 20_000_000
const mostAtOnce = 4_000_000
/** In characters. Longer lines are not divided into words. */
const longestDivided = 20_000
/** The cost of dividing two lines, and each of their characters, in comparisons. */
const costOfLines = 1_000
const costOfCharacter = 10

/** Comparisons that are left for two texts. Beyond them, parts are shown as changed as a whole. */
interface Budget {
  left: number
}
const words = new Intl.Segmenter(undefined, { granularity: 'word' })

export function diffLines(before: readonly string[], after: readonly string[]): DiffRow[] {
  const rows: DiffRow[] = []
  const budget = { left: mostComparisons }
  for (const { left, right, isSame } of runsOf(before, after, budget)) {
    const length = Math.max(left.length, right.length)
    for (let at = 0; at < length; at += 1) {
      if (isSame) rows.push({ ...pairOf(unchanged(left[at] ?? '')), isChanged: false })
      else rows.push(changedRow(left[at], right[at], budget))
    }
  }
  return rows
}

const unchanged = (text: string): Piece[] => [{ text, isChanged: false }]
const pairOf = (pieces: Piece[]): Pick<DiffRow, 'before' | 'after'> => ({
  before: pieces,
  after: pieces,
})

function changedRow(
  before: string | undefined,
  after: string | undefined,
  budget: Budget,
): DiffRow {
  const whole = (text: string | undefined): Piece[] | null =>
    text === undefined ? null : [{ text, isChanged: true }]
  if (before === undefined || after === undefined || !mayDivide(before, after, budget)) {
    return { before: whole(before), after: whole(after), isChanged: true }
  }
  const runs = runsOf(wordsIn(before), wordsIn(after), budget)
  const side = (name: 'left' | 'right'): Piece[] =>
    runs
      .map((run) => ({ text: run[name].join(''), isChanged: !run.isSame }))
      .filter(({ text }) => text !== '')
  const isAlike = runs.some(({ isSame, left }) => isSame && left.some((word) => /\S/.test(word)))
  if (!isAlike) return { before: whole(before), after: whole(after), isChanged: true }
  return { before: side('left'), after: side('right'), isChanged: true }
}

function mayDivide(before: string, after: string, budget: Budget): boolean {
  if (budget.left <= 0 || Math.max(before.length, after.length) > longestDivided) return false
  budget.left -= costOfLines + costOfCharacter * (before.length + after.length)
  return true
}

/** Splits by the rules of the language, because Japanese has no spaces. */
function wordsIn(text: string): string[] {
  return Array.from(words.segment(text), ({ segment }) => segment)
}

interface Run {
  left: string[]
  right: string[]
  isSame: boolean
}

/** Alternating runs of equal and different parts. */
function runsOf(left: readonly string[], right: readonly string[], budget: Budget): Run[] {
  const shortest = Math.min(left.length, right.length)
  let start = 0
  while (start < shortest && left[start] === right[start]) start += 1
  let end = 0
  while (end < shortest - start && left.at(-1 - end) === right.at(-1 - end)) end += 1
  const head = left.slice(0, start)
  const tail = left.slice(left.length - end)
  const runs: Run[] = [{ left: head, right: head, isSame: true }]
  const [ownLeft, ownRight] = [left, right].map((side) => side.slice(start, side.length - end))
  for (const run of middleRuns(ownLeft ?? [], ownRight ?? [], budget)) runs.push(run)
  runs.push({ left: tail, right: tail, isSame: true })
  return joined(runs)
}

function middleRuns(left: string[], right: string[], budget: Budget): Run[] {
  const comparisons = left.length * right.length
  if (comparisons > Math.min(mostAtOnce, budget.left)) return [{ left, right, isSame: false }]
  budget.left -= comparisons
  const lengths = commonLengths(left, right)
  const width = right.length + 1
  const runs: Run[] = []
  let a = 0
  let b = 0
  while (a < left.length || b < right.length) {
    const one = left[a]
    const other = right[b]
    if (one !== undefined && one === other) {
      runs.push({ left: [one], right: [one], isSame: true })
      a += 1
      b += 1
    } else if (
      one !== undefined &&
      (other === undefined ||
        (lengths[(a + 1) * width + b] ?? 0) >= (lengths[a * width + b + 1] ?? 0))
    ) {
      runs.push({ left: [one], right: [], isSame: false })
      a += 1
    } else {
      runs.push({ left: [], right: other === undefined ? [] : [other], isSame: false })
      b += 1
    }
  }
  return runs
}

/** Length of the longest common subsequence after each pair of positions. */
function commonLengths(left: readonly string[], right: readonly string[]): Uint32Array {
  const width = right.length + 1
  const lengths = new Uint32Array((left.length + 1) * width)
  for (let a = left.length - 1; a >= 0; a -= 1) {
    for (let b = right.length - 1; b >= 0; b -= 1) {
      const at = a * width + b
      lengths[at] =
        left[a] === right[b]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0)
    }
  }
  return lengths
}

function joined(runs: readonly Run[]): Run[] {
  const found: Run[] = []
  for (const run of runs) {
    const last = found.at(-1)
    if (run.left.length === 0 && run.right.length === 0) continue
    if (last?.isSame === run.isSame) {
      for (const part of run.left) last.left.push(part)
      for (const part of run.right) last.right.push(part)
    } else found.push({ left: [...run.left], right: [...run.right], isSame: run.isSame })
  }
  return found
}
