/** Merges two versions of a flexible text by paragraph. */
import { meaningOf } from '../../text-editor/meaning.ts'
import { sectionsOf } from '../../text-editor/sections.ts'
import { mergeLists, type Part } from './merge-lists.ts'

/** Paragraphs with the same meaning are equal, also if their markup is written differently. */
export function mergeTexts(base: string, mine: string, theirs: string): Part[] {
  const sources = new Map<string, string>()
  const keysOf = (html: string): string[] =>
    sectionsOf(html).map((section) => {
      const key = meaningOf(section)
      if (!sources.has(key)) sources.set(key, section)
      return key
    })
  const written = (keys: string[]): string[] => keys.map((key) => sources.get(key) ?? '')
  return mergeLists(keysOf(base), keysOf(mine), keysOf(theirs)).map((part) =>
    'both' in part
      ? { both: written(part.both) }
      : { mine: written(part.mine), theirs: written(part.theirs) },
  )
}
