/** Scripts that are written without spaces, with their punctuation and full-width forms, as a pattern. */
export const wideCharacter = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30fc\uff01-\uff60]`

/** Where a line of the source ends between two such characters, no space is meant. */
export const lineEndBetweenWide = new RegExp(
  `(?<=${wideCharacter})[ \\t]*\\n[ \\t\\n]*(?=${wideCharacter})`,
  'gu',
)
