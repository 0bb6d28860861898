import { defaultTreeAdapter, html, parseFragment } from 'parse5'
import type { DefaultTreeAdapterMap, DefaultTreeAdapterTypes, TreeAdapter } from 'parse5'

export type ParsedNode = DefaultTreeAdapterTypes.ChildNode

class OverBudget extends Error {}

/**
 * Parses as the content of a `div`. Without a context, the first tag would choose one, and `<col>text`
 * would lose its text.
 */
const context = defaultTreeAdapter.createElement('div', html.NS.HTML, [])

/**
 * Repairs malformed markup as browsers do. Never throws: markup that the repair would multiply is parsed
 * without its tags.
 */
export function parseHtml(source: string): ParsedNode[] {
  try {
    return parseFragment(context, source, { treeAdapter: budgeted(source) }).childNodes
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    return parseFragment(context, withoutTags(source), { treeAdapter: defaultTreeAdapter })
      .childNodes
  }
}

/**
 * HTML reopens unclosed formatting in every following block, so a few kilobytes of
 * `<p><b x=1></p><p><b x=2></p>…` would create gigabytes of elements. Valid markup has one element for two
 * tags; a budget of four allows for the broken markup that occurs in practice.
 */
function budgeted(source: string): TreeAdapter<DefaultTreeAdapterMap> {
  let elements = 1_000 + 2 * countTags(source)
  let attributeLength = 256_000 + 4 * source.length
  return {
    ...defaultTreeAdapter,
    createElement(name, namespace, attributes) {
      for (const { value } of attributes) attributeLength -= value.length
      if (--elements < 0 || attributeLength < 0) throw new OverBudget()
      return defaultTreeAdapter.createElement(name, namespace, attributes)
    },
  }
}

function countTags(source: string): number {
  let count = 0
  for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at + 1)) count++
  return count
}

function withoutTags(source: string): string {
  return source.replaceAll(/<[^<>]*>?/g, ' ')
}
