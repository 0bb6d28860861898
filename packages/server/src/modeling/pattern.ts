/**
 * Rejects patterns that can block the server for hours on a short value. JavaScript uses backtracking, so the
 * question is whether a repeated group can split the same text in many ways: a repetition inside it with
 * nothing fixed between the rounds, as in `(a+)+`, or two alternatives with the same start, as in `(a|ab)*`.
 * `[a-z]+(-[a-z]+)*` is fine, because the dash separates the rounds.
 */
const maxPatternLength = 500

/** Repetitions of more rounds than this count as unbounded. */
const manyRounds = 20

interface Atom {
  /** One character, a class or an escape; undefined for a group or an assertion. */
  source: string | undefined
  alternatives: Atom[][]
  min: number
  max: number
}

/** The problem with a pattern, as the end of a sentence about it; undefined if there is none. */
export function patternFault(pattern: string): string | undefined {
  if (pattern.length > maxPatternLength) {
    return `is longer than ${maxPatternLength} characters`
  }
  const fault = syntaxFault(pattern)
  if (fault !== undefined) return `is not a regular expression: ${fault}`
  if (!isRisky(parse(pattern))) return undefined
  return (
    'could take very long on some values: it repeats a group that can match the same text in many ways, ' +
    'as (a+)+ does. Start each repetition with a character that cannot occur elsewhere in it'
  )
}

function syntaxFault(pattern: string): string | undefined {
  try {
    RegExp(pattern, 'u')
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*: /s, '') : String(error)
  }
}

function isRisky(alternatives: readonly Atom[][]): boolean {
  return alternatives.flat().some((atom) => {
    if (isRisky(atom.alternatives)) return true
    return atom.max > manyRounds && atom.alternatives.length > 0 && isAmbiguous(atom.alternatives)
  })
}

function isAmbiguous(alternatives: readonly Atom[][]): boolean {
  const repeated = alternatives.flat().flatMap(repeatedSources)
  const hasSplits =
    repeated.length > 0 &&
    alternatives.some((atoms) => !atoms.some((atom) => isFixed(atom) && !overlaps(atom, repeated)))
  return hasSplits || beginAlike(alternatives)
}

/** The parts of an atom that can have any length. */
function repeatedSources(atom: Atom): (string | undefined)[] {
  if (atom.source !== undefined) return atom.max > atom.min ? [atom.source] : []
  const inner = atom.alternatives.flat()
  return atom.max > atom.min ? inner.flatMap(sourcesOf) : inner.flatMap(repeatedSources)
}

function sourcesOf(atom: Atom): (string | undefined)[] {
  return atom.source === undefined ? atom.alternatives.flat().flatMap(sourcesOf) : [atom.source]
}

function isFixed(atom: Atom): boolean {
  return atom.source !== undefined && atom.min === atom.max && atom.min > 0
}

function overlaps(atom: Atom, sources: readonly (string | undefined)[]): boolean {
  return sources.some((source) => canMeet(atom.source, source))
}

function beginAlike(alternatives: readonly Atom[][]): boolean {
  const starts = alternatives.map(([first]) => (first ? sourcesOf(first) : []))
  return starts.some((start, index) =>
    starts
      .slice(index + 1)
      .some((other) => start.some((one) => other.some((two) => canMeet(one, two)))),
  )
}

/** Characters to test: Latin ones, and samples of other scripts. */
const samples = [
  ...Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code)),
  ...Array.from('Ωя٣אあア漢字ー〜한ａ１😀'),
]

/** Whether one character can match both. Returns true if unknown. */
function canMeet(one: string | undefined, two: string | undefined): boolean {
  if (one === undefined || two === undefined || one === two) return true
  const [first, second] = [one, two].map((source) => new RegExp(`^${source}$`, 'u'))
  return samples.some((sample) => first?.test(sample) && second?.test(sample))
}

/** Parses a valid pattern into alternatives of sequences. */
function parse(pattern: string): Atom[][] {
  let rest = pattern

  function take(expression: RegExp): string | undefined {
    const match = expression.exec(rest)
    if (!match) return undefined
    rest = rest.slice(match[0].length)
    return match[0]
  }

  function alternatives(): Atom[][] {
    const found: Atom[][] = [[]]
    while (rest !== '' && !rest.startsWith(')')) {
      if (take(/^\|/)) found.push([])
      else if (!take(/^(\^|\$|\\[bB])/)) found.at(-1)?.push(atom())
    }
    return found
  }

  function atom(): Atom {
    if (!take(/^\((\?([:=!]|<[=!]|<[^>]*>|[a-z-]*:))?/)) return withRounds(character(), [])
    const inner = alternatives()
    take(/^\)/)
    return withRounds(undefined, inner)
  }

  function character(): string | undefined {
    if (take(/^\\([1-9]\d*|k<[^>]*>)/)) return undefined
    return take(
      /^(\[(\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\c[a-zA-Z]|\\.|.|\n|\r|\u2028|\u2029)/su,
    )
  }

  function withRounds(source: string | undefined, inner: Atom[][]): Atom {
    const [min, max] = rounds(take(/^([*+?]|\{\d+(,\d*)?\})/) ?? '{1}')
    take(/^\?/)
    return { source, alternatives: inner, min, max }
  }

  return alternatives()
}

function rounds(quantifier: string): [min: number, max: number] {
  if (quantifier === '*') return [0, Infinity]
  if (quantifier === '+') return [1, Infinity]
  if (quantifier === '?') return [0, 1]
  const [, min = '1', comma, max] = /^\{(\d+)(,?)(\d*)\}$/.exec(quantifier) ?? []
  if (!comma) return [Number(min), Number(min)]
  return [Number(min), max ? Number(max) : Infinity]
}
