/** What the server says is wrong, in the language of the interface. It speaks English. */
import type { TextKey } from './en/en.ts'
import type { Text } from './text.tsx'

const known: [RegExp, TextKey][] = [
  [/^is required$/, 'problem.required'],
  [/^must be at most (?<max>\d+) characters, has (?<has>\d+)$/, 'problem.tooLong'],
  [/^must have at most (?<max>\d+) characters$/, 'problem.tooLongPlain'],
  [/^must have (?<min>\d+) to \d+ characters$/, 'problem.tooShort'],
  [/^must be unique; (?<holder>.+) has the same value$/, 'problem.taken'],
  [/^must match the pattern (?<pattern>.+)$/s, 'problem.pattern'],
  [/^the body is larger than (?<max>\d+)000000 bytes$/, 'problem.tooLarge'],
  [/^must be an e-mail address$/, 'problem.email'],
  [/^must be on one line$/, 'problem.oneLine'],
  [/^there is such an account already$/, 'problem.account'],
  [/^is not the password of this account$/, 'problem.password'],
  [/^there is no content item (?<id>\d+)/, 'problem.noItem'],
  [/^there is no media item (?<id>\d+)/, 'problem.noMedia'],
  [/^names a field that no model in question has$/, 'problem.noField'],
  [/^has no option (?<option>.+)$/s, 'problem.noOption'],
]

export function problemText(message: string, t: Text): string {
  for (const [pattern, key] of known) {
    const match = pattern.exec(message)
    if (match) return t(key, { ...match.groups })
  }
  return message === '' ? t('problem.unknown') : message.charAt(0).toUpperCase() + message.slice(1)
}
