import type { Node } from '@tiptap/pm/model'

export interface Match {
  from: number
  to: number
}

/** The places of a text in the document, also across marks, but not across blocks or images. */
export function matchesIn(doc: Node, query: string): Match[] {
  if (query === '') return []
  const pattern = new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi')
  const found: Match[] = []
  doc.descendants((block, start) => {
    if (!block.isTextblock) return true
    // Other inline nodes take one position and match nothing.
    const text = block.textBetween(0, block.content.size, undefined, '\0')
    for (const { index, 0: match } of text.matchAll(pattern)) {
      const from = start + 1 + index
      found.push({ from, to: from + match.length })
    }
    return false
  })
  return found
}
