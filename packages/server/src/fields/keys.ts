/** Index keys and operands that several types share. */

/** No stored text has a NUL or half a surrogate pair, and the databases refuse to look for one. */
export function textOperand(text: string): string | undefined {
  return text.includes('\0') || !text.isWellFormed() ? undefined : text
}

/** Ids are listed with blanks between them as often as without. */
export function idOperand(text: string): number | undefined {
  const digits = text.trim()
  const id = Number(digits)
  return /^\d+$/.test(digits) && Number.isSafeInteger(id) ? id : undefined
}
