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

/** Limit of the cost of finding the smallest change. */
const mostComparisons = 4_000_000
const words = new Intl.Segmenter(undefined, { granularity: 'word' })

export function diffLines(before: readonly string[], after: readonly string[]): DiffRow[] {
  const rows: DiffRow[] = []
  for (const { left, right, isSame } of runsOf(before, after)) {
    if (isSame) {
      rows.push(...left.map((text) => ({ ...pairOf(unchanged(text)), isChanged: false })))
      continue
    }
    const length = Math.max(left.length, right.length)
    for (let at = 0; at < length; at += 1) rows.push(changedRow(left[at], right[at]))
  }
  return rows
}

const unchanged = (text: string): Piece[] => [{ text, isChanged: false }]
const pairOf = (pieces: Piece[]): Pick<DiffRow, 'before' | 'after'> => ({
  before: pieces,
  after: pieces,
})

function changedRow(before: string | undefined, after: string | undefined): DiffRow {
  const whole = (text: string | undefined): Piece[] | null =>
    text === undefined ? null : [{ text, isChanged: true }]
  if (before === undefined || after === undefined) {
    return { before: whole(before), after: whole(after), isChanged: true }
  }
  const runs = runsOf(wordsIn(before), wordsIn(after))
  const side = (name: 'left' | 'right'): Piece[] =>
    runs
      .map((run) => ({ text: run[name].join(''), isChanged: !run.isSame }))
      .filter(({ text }) => text !== '')
  const isAlike = runs.some(({ isSame, left }) => isSame && left.some((word) => /\S/.test(word)))
  if (!isAlike) return { before: whole(before), after: whole(after), isChanged: true }
  return { before: side('left'), after: side('right'), isChanged: true }
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
function runsOf(left: readonly string[], right: readonly string[]): Run[] {
  const shortest = Math.min(left.length, right.length)
  let start = 0
  while (start < shortest && left[start] === right[start]) start += 1
  let end = 0
  while (end < shortest - start && left.at(-1 - end) === right.at(-1 - end)) end += 1
  const head = left.slice(0, start)
  const tail = left.slice(left.length - end)
  const runs: Run[] = [{ left: head, right: head, isSame: true }]
  runs.push(
    ...middleRuns(left.slice(start, left.length - end), right.slice(start, right.length - end)),
  )
  runs.push({ left: tail, right: tail, isSame: true })
  return joined(runs)
}

function middleRuns(left: readonly string[], right: readonly string[]): Run[] {
  if (left.length * right.length > mostComparisons) {
    return [{ left: [...left], right: [...right], isSame: false }]
  }
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
      last.left.push(...run.left)
      last.right.push(...run.right)
    } else found.push({ left: [...run.left], right: [...run.right], isSame: run.isSame })
  }
  return found
}
