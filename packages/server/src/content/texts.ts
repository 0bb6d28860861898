/** Flexible texts of one write: how many characters are allowed, and which thread parses them. */
import type { TextInputFormat } from '@octavo/schema/field-types.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
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

/** Texts that are already parsed, and the limits for texts. */
export interface TextSource {
  readonly limits: TextLimits
  find(job: TextJob): TextResult | undefined
}

export interface TextReading {
  /** Undefined if there is a problem, which is recorded, or if the text is still pending. */
  parse(source: string, path: string): FlexibleFormats | undefined
  /** Counts a plain text; false if the texts of the request are too long together. */
  accepts(text: string, path: string): boolean
  readonly pending: readonly TextJob[]
}

/** For imports, which run in their own process. */
export const parsedHere: TextSource = { limits: noTextLimits, find: () => undefined }

export interface WriteTexts extends TextSource {
  add(jobs: readonly TextJob[], results: readonly TextResult[]): void
}

export function createWriteTexts(limits: TextLimits): WriteTexts {
  const parsed = new Map<string, TextResult>()
  return {
    limits,
    find: (job) => parsed.get(keyOf(job)),
    add(jobs, results) {
      for (const [index, job] of jobs.entries())
        parsed.set(keyOf(job), results[index] ?? 'not read')
    },
  }
}

/** The key includes the policy, which may change between two attempts. */
function keyOf({ source, format, policy }: TextJob): string {
  return `${format} ${policy.iframeHosts.join(' ')}\n${source}`
}

/** Reads the texts for one attempt at a write. */
export function readTexts(
  format: TextInputFormat,
  policy: TextPolicy,
  { limits, find: parsed }: TextSource,
  problem: (path: string, what: CodedMessage) => void,
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

  function accepts(text: string, path: string): boolean {
    const isFirstOver = characters <= maxCharacters
    characters += text.length
    if (characters <= maxCharacters) return true
    // The request will be rejected, so no text needs parsing.
    pending.length = 0
    if (isFirstOver) problem(path, say('textsTooLong', { max: maxCharacters }))
    return false
  }

  function parse(text: string, path: string): FlexibleFormats | undefined {
    if (!accepts(text, path)) return undefined
    const job = { source: text, format, policy }
    const result = find(job)
    if (result === tooManyCells) problem(path, say('tooManyCells', { max: maxTableCells }))
    else if (result === 'too complex') problem(path, say('textTooComplex'))
    else if (result === undefined) pending.push(job)
    else if (result !== 'not read') return result
    return undefined
  }

  return { parse, accepts, pending }
}
