/**
 * Bounds the work of reading a JSON body before it is parsed. A few megabytes of `[[[[` or `{},{},{},`
 * become millions of objects, which takes seconds; a long text is one value and takes none.
 */
import { say, type Said } from '@octavo/schema/problems.ts'

/** A hundred entries of a hundred values each, in ten languages. */
export const maxJsonValues = 100_000
/** Values of fields nest about ten levels deep. */
export const maxJsonDepth = 64

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openObject, closeObject, openArray, closeArray] = [0x7b, 0x7d, 0x5b, 0x5d]

/** What is wrong with the size of a body; whether it is JSON at all is left to the parser. */
export function jsonFault(body: Uint8Array): Said | undefined {
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

/** Where the string that begins here ends; the end of the body where it does not. */
function endOfString(body: Uint8Array, start: number): number {
  for (let end = body.indexOf(quote, start + 1); end !== -1; end = body.indexOf(quote, end + 1)) {
    let before = end - 1
    while (body[before] === backslash) before--
    const isEscaped = (end - before) % 2 === 0
    if (!isEscaped) return end
  }
  return body.length
}
