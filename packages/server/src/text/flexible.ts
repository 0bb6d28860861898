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

/** One text in its four formats. */
export interface FlexibleFormats {
  readonly portable_html: string
  readonly html: string
  readonly text: string
  readonly markdown: string
}

/** The result for a text with more than `maxTableCells` table cells: empty formats. */
export const tooManyCells: FlexibleFormats = { portable_html: '', html: '', text: '', markdown: '' }

/** Parses a text. Repairs malformed markup and never throws. */
export function parseFlexible(
  input: string,
  format: 'portable_html' | 'markdown',
  policy: TextPolicy,
): FlexibleFormats {
  const source = input.toWellFormed()
  const html = format === 'markdown' ? htmlFromMarkdown(source) : source
  return html === undefined || hasTooManyCells(html) ? tooManyCells : formatsOf(html, policy)
}

/** The formats of a stored portable_html, which is returned unchanged. */
export function formatsOf(portableHtml: string, policy: TextPolicy): FlexibleFormats {
  const { tree, html } = settled(portableHtml.toWellFormed(), policy)
  return {
    portable_html: html,
    // Most texts have no add-on, and then both HTML formats are the same string.
    html: html.includes('data-service-') ? toHtml(tree) : html,
    text: toText(tree),
    markdown: toMarkdown(tree),
  }
}

interface Settled {
  readonly tree: readonly TreeNode[]
  readonly html: string
}

/** Markup that still changes after this many passes is an attack. */
const maxPasses = 5

/**
 * Sanitises until another pass changes nothing, so that every parser reads the stored text in the same way.
 * Clean markup takes one pass, other markup two.
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
