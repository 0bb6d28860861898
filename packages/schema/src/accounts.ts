/** The rules for addresses and passwords of accounts. */

/**
 * Letters of any script, and the characters that need no quotes: nothing that a page, a header or a shell
 * would interpret. The host needs no dot, as in `owner@localhost`.
 */
const emailPattern =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_{|}~.-]{1,64}@(?:(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)(?:\.(?!$)|$))+$/u
export const longestEmail = 254
export const shortestPassword = 8
export const longestPassword = 1024

export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

export function isEmail(text: string): boolean {
  const email = normalEmail(text)
  return email.length <= longestEmail && emailPattern.test(email) && isStorable(email)
}

export function isPassword(text: string): boolean {
  return text.length >= shortestPassword && text.length <= longestPassword
}

/** Neither database stores a NUL character or half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
