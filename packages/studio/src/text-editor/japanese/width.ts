/** Full-width and half-width forms of characters in Japanese text. */

const offset = 0xff01 - 0x21

/** Letters, digits, signs and spaces in half width. Katakana stays in full width. */
export function toHalfWidth(text: string): string {
  return text
    .replaceAll(/[\uff01-\uff5e]/g, (one) => String.fromCharCode(one.charCodeAt(0) - offset))
    .replaceAll('\u3000', ' ')
}

/** Letters, digits, signs, spaces and half-width katakana in full width. */
export function toFullWidth(text: string): string {
  return text
    .replaceAll(/[\uff61-\uff9f]+/g, (kana) => kana.normalize('NFKC'))
    .replaceAll(/[\x21-\x7e]/g, (one) => String.fromCharCode(one.charCodeAt(0) + offset))
    .replaceAll(' ', '\u3000')
}
