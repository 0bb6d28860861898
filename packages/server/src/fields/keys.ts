/** Index keys and operands that several types share. */

/** No stored text contains NUL or half a surrogate pair, and the databases reject such operands. */
export function textOperand(text: string): string | undefined {
  return text.includes('\0') || !text.isWellFormed() ? undefined : text
}

/** Lists of ids may have spaces after commas. */
export function idOperand(text: string): number | undefined {
  const digits = text.trim()
  const id = Number(digits)
  return /^\d+$/.test(digits) && Number.isSafeInteger(id) ? id : undefined
}
