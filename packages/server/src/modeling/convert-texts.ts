/**
 * Flexible texts that a schema change makes from plain texts. Long ones are parsed in other threads, like those
 * of writes, so that the server can respond meanwhile.
 */
import type { FlexibleFormats } from '../text/flexible.ts'
import { defaultTextPolicy } from '../text/flexible.ts'
import {
  parseJob,
  unboundedParser,
  type TextJob,
  type TextOwner,
  type TextParser,
  type TextResult,
} from '../text/text-parser.ts'

/** Parses the portable HTML of a text. Undefined if it is not parsed yet, or cannot be parsed. */
export type ParseText = (portable: string) => FlexibleFormats | undefined

/** Runs work that converts texts; runs it again after parsing the texts that it needs. */
export type Converting = <Result>(work: (parse: ParseText) => Result) => Promise<Result>

export function convertTexts(owner: TextOwner, parser: TextParser = unboundedParser): Converting {
  return async (work) => {
    const parsed = new Map<string, TextResult>()
    for (;;) {
      const pending: TextJob[] = []
      let left = parser.limits.charactersHere
      const result = work((source) => {
        const job: TextJob = { source, format: 'portable_html', policy: defaultTextPolicy }
        left -= source.length
        if (left >= 0) return parseJob(job)
        const found = parsed.get(source)
        if (found === undefined) pending.push(job)
        return typeof found === 'object' ? found : undefined
      })
      if (pending.length === 0) return result
      // One at a time, because the time limit is for all texts of a call.
      for (const job of pending) {
        const [found = 'too complex'] = await parser.parse(owner, [job])
        parsed.set(job.source, found)
      }
    }
  }
}
