import { textOperand } from './keys.ts'

/** Defaults for the types that store plain text. */
export const textValue = {
  isStored: (value: unknown): value is string => typeof value === 'string',
  rendered: (stored: string | undefined) => JSON.stringify(stored ?? null),
  exported: (stored: string) => stored,
  indexKeys: (stored: string | undefined) => (stored === undefined ? [] : [stored]),
  operand: textOperand,
  jsonSchema: () => ({ type: ['string', 'null'] }),
}
