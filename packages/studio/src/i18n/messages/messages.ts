/** Translates messages of the server by their codes. A message without a code is shown unchanged. */
import type { Problem } from '@octavo/schema/errors.ts'
import type { ProblemCode, ProblemValues } from '@octavo/schema/problems.ts'
import { en, type TextKey } from '../en/en.ts'
import type { StudioLanguage } from '../languages.ts'
import { messagesEn } from './en.ts'
import { messagesJa } from './ja/ja.ts'
import { termsJa } from './ja/terms.ts'

const sentences: Record<StudioLanguage, Partial<Record<ProblemCode, string>>> = {
  en: messagesEn,
  ja: messagesJa,
}
const terms: Record<StudioLanguage, Record<string, string>> = { en: {}, ja: termsJa }

export type Sentence = Pick<Problem, 'message' | 'code' | 'values'>

export function translateMessage(
  language: StudioLanguage,
  { message, code, values = {} }: Sentence,
  t: (key: TextKey) => string,
): string {
  const sentence = code && sentences[language][code]
  if (sentence === undefined) return message.charAt(0).toUpperCase() + message.slice(1)
  const shown = translated(language, values, t)
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(shown[name] ?? whole))
}

/** Translates `what`, `setting` and `role`, and every value that has a `…Word` or its own translation. */
function translated(
  language: StudioLanguage,
  values: ProblemValues,
  t: (key: TextKey) => string,
): ProblemValues {
  const termFor = (word: string): string => {
    const key = `field.${word}`
    return terms[language][word] ?? (key in en ? t(key as TextKey) : word)
  }
  const pairs = Object.entries(values).map(([name, value]): [string, string | number] => {
    const own = values[`${name}_${language}`]
    if (own !== undefined) return [name, own]
    const word = values[`${name}Word`]
    if (word !== undefined) return [name, termFor(String(word))]
    if (name === 'what' || name === 'setting') return [name, terms[language][value] ?? value]
    if (name === 'role') return [name, roleName(String(value), t)]
    return [name, value]
  })
  return Object.fromEntries(pairs)
}

function roleName(role: string, t: (key: TextKey) => string): string {
  const key = `members.${role}`
  return key in en ? t(key as TextKey) : role
}
