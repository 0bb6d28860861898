/** A pattern for scripts written without spaces, with their punctuation and full-width forms. */
export const wideCharacter = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30fc\uff01-\uff60]`

/** A line break between two such characters stands for no space. */
export const lineEndBetweenWide = new RegExp(
  `(?<=${wideCharacter})[ \\t]*\\n[ \\t\\n]*(?=${wideCharacter})`,
  'gu',
)
