import { htmlFromMarkdown } from './from-markdown.ts'
import { parseHtml } from './parse.ts'
import { defaultTextPolicy } from './policy.ts'
import type { TextPolicy } from './policy.ts'
import { sanitise } from './sanitise.ts'
import { hasTooManyCells, maxTableCells } from './table-cells.ts'
import { escapedText, toHtml, toPortableHtml } from './to-html.ts'
import { toMarkdown } from './to-markdown.ts'
import { toText } from './to-text.ts'
import type { TreeNode } from './tree.ts'

export { defaultTextPolicy, maxTableCells, type TextPolicy }

/** One text in the four formats in which it can be read. */
export interface FlexibleFormats {
  readonly portable_html: string
  readonly html: string
  readonly text: string
  readonly markdown: string
}

/** What comes of a text whose tables have more than `maxTableCells` together: nothing. */
export const tooManyCells: FlexibleFormats = { portable_html: '', html: '', text: '', markdown: '' }

/** Reads a text as it was written. Malformed markup is repaired; no input throws. */
export function parseFlexible(
  input: string,
  format: 'portable_html' | 'markdown',
  policy: TextPolicy,
): FlexibleFormats {
  const source = input.toWellFormed()
  const html = format === 'markdown' ? htmlFromMarkdown(source) : source
  return html === undefined || hasTooManyCells(html) ? tooManyCells : formatsOf(html, policy)
}

/** The formats of a text whose portable_html is stored; that one comes back as it is. */
export function formatsOf(portableHtml: string, policy: TextPolicy): FlexibleFormats {
  const { tree, html } = settled(portableHtml.toWellFormed(), policy)
  return {
    portable_html: html,
    // Most texts have no add-on, and writing one twice would make the same string again.
    html: html.includes('data-service-') ? toHtml(tree) : html,
    text: toText(tree),
    markdown: toMarkdown(tree),
  }
}

interface Settled {
  readonly tree: readonly TreeNode[]
  readonly html: string
}

/** Markup that is still changing after so many passes was written to do so. */
const maxPasses = 5

/**
 * Sanitises until another pass changes nothing, so that what is stored means the same to the next
 * parser as it did to this one. Markup that someone cleaned before takes one pass, other markup two.
 */
function settled(source: string, policy: TextPolicy): Settled {
  let html = source
  for (let pass = 0; pass < maxPasses; pass++) {
    const tree = sanitise(parseHtml(html), policy)
    const next = toPortableHtml(tree)
    if (next === html) return { tree, html }
    html = next
  }
  const text = toText(sanitise(parseHtml(html), policy))
  return { tree: [text], html: escapedText(text) }
}
