/**
 * Folds text for search. Both sides of a comparison are folded, so that ＡＢＣ matches abc and half-width
 * kana matches full-width. The unit separator is removed because it separates stored texts. A final sigma
 * becomes a plain one: `toLowerCase` chooses it by position, which differs between a word and a part of it.
 *
 * If this folds some text differently, increase `digestForm` of the server, which then updates stored texts.
 */
export function fold(text: string): string {
  const normal = text.normalize('NFKC')
  const lower = normal.toLowerCase().replaceAll('ς', 'σ').replaceAll(textSeparator, '')
  // A lower-case letter may compose with a mark that its capital does not compose with, such as J̌.
  return lower === normal ? lower : lower.normalize('NFKC')
}

export const textSeparator = '\u001f'

/** Compares like both databases: by code point, which is the order of UTF-8 bytes. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index)
    const right = b.charCodeAt(index)
    if (left !== right) return rank(left) - rank(right)
  }
  return a.length - b.length
}

/** Surrogates encode code points above every other UTF-16 unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
