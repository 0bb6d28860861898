/** What the server says is wrong, in the language of the interface. It speaks English. */
import type { Problem } from '@octavo/schema/errors.ts'
import { AdminFailure } from '../api/admin.ts'
import type { TextKey } from './en/en.ts'
import type { Text } from './text.tsx'

const known: [RegExp, TextKey][] = [
  [/^is required$/, 'problem.required'],
  [/^must be at most (?<max>\d+) characters, has (?<has>\d+)$/, 'problem.tooLong'],
  [/^must have at most (?<max>\d+) characters$/, 'problem.tooLongPlain'],
  [/^must have (?<min>\d+) to \d+ characters$/, 'problem.tooShort'],
  [/^must be unique; (?<holder>.+) has the same value$/, 'problem.taken'],
  [/^must match the pattern (?<pattern>.+)$/s, 'problem.pattern'],
  [/^must be an e-mail address$/, 'problem.email'],
  [/^must be on one line$/, 'problem.oneLine'],
  [/^there is such an account already$/, 'problem.account'],
  [/^is not the password of this account$/, 'problem.password'],
  [/^there is no content item (?<id>\d+)/, 'problem.noItem'],
  [/^there is no media item (?<id>\d+)/, 'problem.noMedia'],
  [/^has no option (?<option>.+)$/s, 'problem.noOption'],
]

export function problemText({ message }: Pick<Problem, 'message'>, t: Text): string {
  for (const [pattern, key] of known) {
    const match = pattern.exec(message)
    if (match) return t(key, { ...match.groups })
  }
  return message === '' ? t('problem.unknown') : message.charAt(0).toUpperCase() + message.slice(1)
}

/** Why something could not be done; what is wrong in several places is told one after the other. */
export function errorText(error: Error, t: Text): string {
  if (!(error instanceof AdminFailure)) return problemText(error, t)
  if (error.status === 0) return t('common.offline')
  if (error.problems.length === 0) return t('problem.unknown')
  return [...new Set(error.problems.map((problem) => problemText(problem, t)))].join('. ')
}
