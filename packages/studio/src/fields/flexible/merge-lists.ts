/** A three-way merge of lists, such as the paragraphs of a text. */

/** A part of the result: the same for both users, or changed by both. */
export type Part = { both: string[] } | { mine: string[]; theirs: string[] }

/** The merged list; `isMine` decides about each part that both changed, by its number. */
export function chosen(parts: readonly Part[], isMine: (number: number) => boolean): string[] {
  let number = 0
  return parts.flatMap((part) => {
    if ('both' in part) return part.both
    return isMine(number++) ? part.mine : part.theirs
  })
}

/** Longer lists are not compared: the time grows with the product of their lengths. */
const maxProduct = 4_000_000

/** Entries of the base that one user replaced; empty ranges are insertions. */
interface Hunk {
  from: number
  to: number
  entries: string[]
}

export function mergeLists(base: string[], mine: string[], theirs: string[]): Part[] {
  const parts: Part[] = []
  const own = hunksOf(base, mine)
  const others = hunksOf(base, theirs)
  let at = 0
  while (own.length > 0 || others.length > 0) {
    const group = nextGroup(own, others)
    const from = Math.min(...[...group.own, ...group.others].map((hunk) => hunk.from))
    const to = Math.max(...[...group.own, ...group.others].map((hunk) => hunk.to))
    addBoth(parts, base.slice(at, from))
    const inMine = applied(base, from, to, group.own)
    const inTheirs = applied(base, from, to, group.others)
    const isOne = group.own.length === 0 || group.others.length === 0
    if (isOne) addBoth(parts, group.own.length > 0 ? inMine : inTheirs)
    else if (isEqual(inMine, inTheirs)) addBoth(parts, inMine)
    else parts.push({ mine: inMine, theirs: inTheirs })
    at = to
  }
  addBoth(parts, base.slice(at))
  return parts
}

/** Takes the first hunk and all that overlap with it, directly or through others. */
function nextGroup(own: Hunk[], others: Hunk[]): { own: Hunk[]; others: Hunk[] } {
  const group: { own: Hunk[]; others: Hunk[] } = { own: [], others: [] }
  const isFirstOwn = isBefore(own[0], others[0])
  const first = isFirstOwn ? own.shift() : others.shift()
  if (first) group[isFirstOwn ? 'own' : 'others'].push(first)
  for (;;) {
    const [nextOwn, nextOther] = [own[0], others[0]]
    if (nextOwn && group.others.some((hunk) => overlaps(hunk, nextOwn))) {
      group.own.push(nextOwn)
      own.shift()
    } else if (nextOther && group.own.some((hunk) => overlaps(hunk, nextOther))) {
      group.others.push(nextOther)
      others.shift()
    } else return group
  }
}

function isBefore(a: Hunk | undefined, b: Hunk | undefined): boolean {
  if (!a || !b) return a !== undefined
  return a.from < b.from || (a.from === b.from && a.to < b.to)
}

/** Adjacent changes do not overlap, but two insertions at one place do. */
const overlaps = (a: Hunk, b: Hunk): boolean =>
  (a.from < b.to && b.from < a.to) || (a.from === b.from && a.to === b.to)

function hunksOf(base: string[], other: string[]): Hunk[] {
  const hunks: Hunk[] = []
  const places = counterparts(base, other)
  let [from, start] = [0, 0]
  for (let to = 0; to <= base.length; to++) {
    const end = to === base.length ? other.length : places[to]
    if (end === undefined) continue
    if (to > from || end > start) hunks.push({ from, to, entries: other.slice(start, end) })
    ;[from, start] = [to + 1, end + 1]
  }
  return hunks
}

function applied(base: string[], from: number, to: number, hunks: Hunk[]): string[] {
  const result: string[] = []
  let at = from
  for (const hunk of hunks) {
    result.push(...base.slice(at, hunk.from), ...hunk.entries)
    at = hunk.to
  }
  return [...result, ...base.slice(at, to)]
}

function addBoth(parts: Part[], entries: string[]): void {
  const last = parts.at(-1)
  if (last && 'both' in last) last.both.push(...entries)
  else if (entries.length > 0) parts.push({ both: [...entries] })
}

const isEqual = (a: string[], b: string[]): boolean =>
  a.length === b.length && a.every((entry, index) => entry === b[index])

/** For each entry of the base its index in the other list, along a longest common subsequence. */
function counterparts(base: string[], other: string[]): (number | undefined)[] {
  const found: (number | undefined)[] = base.map(() => undefined)
  let start = 0
  while (start < base.length && start < other.length && base[start] === other[start]) {
    found[start] = start
    start += 1
  }
  let [endBase, endOther] = [base.length, other.length]
  while (endBase > start && endOther > start && base[endBase - 1] === other[endOther - 1]) {
    endBase -= 1
    endOther -= 1
    found[endBase] = endOther
  }
  const [rows, columns] = [endBase - start, endOther - start]
  if (rows * columns > maxProduct) return found
  // lengths[i][j]: the longest common subsequence of the entries from i and from j.
  const lengths = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1))
  const lengthAt = (i: number, j: number): number => lengths[i]?.[j] ?? 0
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const isSame = base[start + i] === other[start + j]
      const row = lengths[i]
      if (row)
        row[j] = isSame
          ? lengthAt(i + 1, j + 1) + 1
          : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
    }
  }
  for (let i = 0, j = 0; i < rows && j < columns;) {
    if (base[start + i] === other[start + j]) {
      found[start + i] = start + j
      i += 1
      j += 1
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1
    else j += 1
  }
  return found
}
