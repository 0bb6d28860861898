/** Finds the place of a syntax error in JSON. `JSON.parse` reports it for some errors only. */

/** In characters. Longer texts would be parsed again too often. */
const maxLength = 65_536

/** `line 3, column 14`; undefined for a text that is too long. */
export function jsonErrorPlace(text: string): string | undefined {
  if (text.length > maxLength) return undefined
  let valid = 0
  let broken = text.length + 1
  // The error is after the longest text that could still be continued.
  while (broken - valid > 1) {
    const middle = Math.floor((valid + broken) / 2)
    if (canContinue(text.slice(0, middle))) valid = middle
    else broken = middle
  }
  const before = text.slice(0, valid).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

/** Whether the text is the start of valid JSON: an error is at its end. */
function canContinue(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const { message } = error as SyntaxError
    return message.includes('Unexpected end') || message.includes(`at position ${text.length} `)
  }
}
