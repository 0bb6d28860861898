/** Flexible texts of one write: how many characters there may be, and which thread parses them. */
import type { TextInputFormat } from '@octavo/schema/field-types.ts'
import { say, type Said } from '@octavo/schema/problems.ts'
import {
  maxTableCells,
  tooManyCells,
  type FlexibleFormats,
  type TextPolicy,
} from '../text/flexible.ts'
import {
  noTextLimits,
  parseJob,
  type TextJob,
  type TextLimits,
  type TextResult,
} from '../text/text-parser.ts'

/** Texts that are parsed already, and how many there may be. */
export interface TextSource {
  readonly limits: TextLimits
  find(job: TextJob): TextResult | undefined
}

export interface TextReading {
  /** Undefined where there is a problem, which is noted, or where the text is pending. */
  parse(source: string, path: string): FlexibleFormats | undefined
  readonly pending: readonly TextJob[]
}

/** For imports, which have a process of their own. */
export const parsedHere: TextSource = { limits: noTextLimits, find: () => undefined }

export interface WriteTexts extends TextSource {
  add(jobs: readonly TextJob[], results: readonly TextResult[]): void
}

export function createWriteTexts(limits: TextLimits): WriteTexts {
  const known = new Map<string, TextResult>()
  return {
    limits,
    find: (job) => known.get(keyOf(job)),
    add(jobs, results) {
      for (const [index, job] of jobs.entries()) known.set(keyOf(job), results[index] ?? 'not read')
    },
  }
}

/** The policy may change between two attempts. */
function keyOf({ source, format, policy }: TextJob): string {
  return `${format} ${policy.iframeHosts.join(' ')}\n${source}`
}

/** Reads the texts of one attempt at a write. */
export function readTexts(
  format: TextInputFormat,
  policy: TextPolicy,
  { limits, find: parsed }: TextSource,
  problem: (path: string, what: Said) => void,
): TextReading {
  const { maxCharacters, charactersHere } = limits
  const pending: TextJob[] = []
  let characters = 0
  let here = 0

  function find(job: TextJob): TextResult | undefined {
    const { length } = job.source
    if (here + length > charactersHere) return parsed(job)
    here += length
    return parseJob(job)
  }

  function parse(text: string, path: string): FlexibleFormats | undefined {
    const isFirstOver = characters <= maxCharacters
    characters += text.length
    if (characters > maxCharacters) {
      // The request is refused, whatever is in its texts.
      pending.length = 0
      if (isFirstOver) problem(path, say('textsTooLong', { max: maxCharacters }))
      return undefined
    }
    const job = { source: text, format, policy }
    const result = find(job)
    if (result === tooManyCells) problem(path, say('tooManyCells', { max: maxTableCells }))
    else if (result === 'too complex') problem(path, say('textTooComplex'))
    else if (result === undefined) pending.push(job)
    else if (result !== 'not read') return result
    return undefined
  }

  return { parse, pending }
}
