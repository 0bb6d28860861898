import { textOperand } from './keys.ts'

/** What the types have in common that store a plain text, unless they say otherwise. */
export const textValue = {
  isStored: (value: unknown): value is string => typeof value === 'string',
  rendered: (stored: string | undefined) => JSON.stringify(stored ?? null),
  exported: (stored: string) => stored,
  indexKeys: (stored: string | undefined) => (stored === undefined ? [] : [stored]),
  operand: textOperand,
  jsonSchema: () => ({ type: ['string', 'null'] }),
}
