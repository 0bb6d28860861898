/**
 * Messages of the service about problems and planned changes, by code. The text is English, for logs and
 * the API; Studio translates it by the code and the values.
 */
import { access } from './problems/access.ts'
import { definitionChanges } from './problems/definition-changes.ts'
import { definitions } from './problems/definitions.ts'
import { items } from './problems/items.ts'
import { media } from './problems/media.ts'
import { releases } from './problems/releases.ts'
import { requests } from './problems/requests.ts'
import { fieldValues } from './problems/field-values.ts'
import { webhooks } from './problems/webhooks.ts'

const texts = {
  ...fieldValues,
  ...items,
  ...releases,
  ...media,
  ...requests,
  ...access,
  ...webhooks,
  ...definitions,
  ...definitionChanges,
}

export type ProblemCode = keyof typeof texts
export const problemCodes = Object.keys(texts) as ProblemCode[]
export type ProblemValues = Readonly<Record<string, string | number>>

/** A message in English, with the code and values needed to translate it. */
export interface CodedMessage {
  message: string
  code: ProblemCode
  /**
   * Values of the placeholders. `count` is a number that the English text spells out; `text_ja` is the
   * `text` in a language of Studio.
   */
  values?: ProblemValues
}

export function say(code: ProblemCode, values?: ProblemValues): CodedMessage {
  const message = texts[code].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(values?.[name] ?? whole),
  )
  return values ? { message, code, values } : { message, code }
}
