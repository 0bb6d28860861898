/** Index keys and operands of types whose stored value is the key itself. */

export function textKeys(stored: string | undefined): readonly string[] {
  return stored === undefined ? [] : [stored]
}

/** No stored text has a NUL or half a surrogate pair, and the databases refuse to look for one. */
export function textOperand(text: string): string | undefined {
  return text.includes('\0') || !text.isWellFormed() ? undefined : text
}
