/**
 * Limits the number of values and the depth of a JSON body before it is parsed. A few megabytes of `[[[[`
 * or `{},{},{},` become millions of objects, which takes seconds; a long text is one value and is cheap.
 */
import { say, type CodedMessage } from '@octavo/schema/problems.ts'

/** Enough for a hundred entries with a hundred values each, in ten languages. */
export const maxJsonValues = 100_000
/** Field values nest about ten levels deep. */
export const maxJsonDepth = 64

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openObject, closeObject, openArray, closeArray] = [0x7b, 0x7d, 0x5b, 0x5d]

/** The limit that the body exceeds. Does not check whether the body is valid JSON. */
export function jsonFault(body: Uint8Array): CodedMessage | undefined {
  let values = 1
  let depth = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === quote) at = endOfString(body, at)
    else if (byte === comma) values++
    else if (byte === openObject || byte === openArray) {
      values++
      depth++
    } else if (byte === closeObject || byte === closeArray) depth--
    if (values > maxJsonValues) return say('bodyTooManyValues', { max: maxJsonValues })
    if (depth > maxJsonDepth) return say('bodyTooDeep', { max: maxJsonDepth })
  }
  return undefined
}

/** The position of the closing quote, or the end of the body if the string is not closed. */
function endOfString(body: Uint8Array, start: number): number {
  for (let end = body.indexOf(quote, start + 1); end !== -1; end = body.indexOf(quote, end + 1)) {
    let before = end - 1
    while (body[before] === backslash) before--
    const isEscaped = (end - before) % 2 === 0
    if (!isEscaped) return end
  }
  return body.length
}
