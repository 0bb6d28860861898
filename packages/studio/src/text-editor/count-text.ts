export interface TextCounts {
  /** Null in languages that do not separate words. */
  words: number | null
  characters: number
}

const unspaced = ['ja', 'zh', 'th', 'lo', 'km', 'my']
/** A word may contain apostrophes and hyphens. */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu
const lineBreaks = /\n/g
const firstOfPair = /[\ud800-\udbff]/g

/** Counts words, and characters with spaces but without line breaks. */
export function countText(text: string, language: string): TextCounts {
  const count = (part: RegExp): number => text.match(part)?.length ?? 0
  const hasWords = !unspaced.includes(language.split('-', 1)[0] ?? '')
  return {
    words: hasWords ? count(word) : null,
    characters: text.length - count(lineBreaks) - count(firstOfPair),
  }
}
