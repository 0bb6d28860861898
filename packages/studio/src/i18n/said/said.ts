/** Sentences of the server, by their codes. One that has none is shown as it came. */
import type { Problem } from '@octavo/schema/errors.ts'
import type { ProblemCode, ProblemValues } from '@octavo/schema/problems.ts'
import { en, type TextKey } from '../en/en.ts'
import type { StudioLanguage } from '../languages.ts'
import { saidEn } from './en.ts'
import { saidJa, wordsJa } from './ja.ts'

const sentences: Record<StudioLanguage, Partial<Record<ProblemCode, string>>> = {
  en: saidEn,
  ja: saidJa,
}
const words: Record<StudioLanguage, Record<string, string>> = { en: {}, ja: wordsJa }

export type Sentence = Pick<Problem, 'message' | 'code' | 'values'>

export function saidIn(
  language: StudioLanguage,
  { message, code, values = {} }: Sentence,
  t: (key: TextKey) => string,
): string {
  const sentence = code && sentences[language][code]
  if (sentence === undefined) return message.charAt(0).toUpperCase() + message.slice(1)
  const shown = translated(language, values, t)
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(shown[name] ?? whole))
}

/** `what`, `setting` and `role` are words; so is whatever has a `…Word` beside it. */
function translated(
  language: StudioLanguage,
  values: ProblemValues,
  t: (key: TextKey) => string,
): ProblemValues {
  const wordFor = (word: string): string => {
    const key = `field.${word}`
    return words[language][word] ?? (key in en ? t(key as TextKey) : word)
  }
  const pairs = Object.entries(values).map(([name, value]): [string, string | number] => {
    const word = values[`${name}Word`]
    if (word !== undefined) return [name, wordFor(String(word))]
    if (name === 'what' || name === 'setting') return [name, words[language][value] ?? value]
    if (name === 'role') return [name, roleName(String(value), t)]
    return [name, value]
  })
  return Object.fromEntries(pairs)
}

function roleName(role: string, t: (key: TextKey) => string): string {
  const key = `members.${role}`
  return key in en ? t(key as TextKey) : role
}
