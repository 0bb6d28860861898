import MarkdownIt from 'markdown-it'
import type { Env, StateBlock, StateCore, Token } from 'markdown-it'
import { boundCells, countIn, maxTableCells } from './table-cells.ts'
import { escapedText } from './to-html.ts'

/** Deeper blocks are parsed as paragraphs, because the time per block grows with its depth. */
const maxBlockDepth = 24

/** Longer addresses are not turned into links. */
const maxAddressLength = 2_000

const parser = new MarkdownIt({ html: true, linkify: true })

// The sanitiser checks links, as it checks everything else.
parser.validateLink = () => true
// Keep the text of an address as typed.
parser.normalizeLinkText = (url) => url

// GFM links http:, https:, www. and email addresses, but not these.
parser.linkify.add('//', null).add('ftp:', null)
parser.linkify.add('www.', {
  validate(text, position, self) {
    const address = `//www.${text.slice(position, position + maxAddressLength)}`
    return Math.max(0, self.testSchemaAt(address, 'http:', 0) - '//www.'.length)
  },
  normalize(match) {
    match.url = `http://${match.url}`
  },
})

// The same output as that of the sanitiser, which saves a second pass.
parser.renderer.rules.text = (tokens, index) => escapedText(tokens[index]?.content ?? '')
parser.renderer.rules['s_open'] = () => '<del>'
parser.renderer.rules['s_close'] = () => '</del>'
parser.block.ruler.before('table', 'too_deep', flatten)
boundCells(parser)
parser.core.ruler.push('task_lists', addCheckboxes)
parser.core.ruler.push('cell_alignment', ({ tokens }) => tokens.forEach(alignByAttribute))

/** Converts GitHub Flavored Markdown to unsanitised HTML; undefined if it has too many table cells. */
export function htmlFromMarkdown(markdown: string): string | undefined {
  const environment: Env = {}
  const tokens = parser.parse(markdown, environment)
  if (countIn(environment).cells > maxTableCells) return undefined
  // A long address that is defined once and referenced often could exhaust memory.
  const isBlownUp = attributeLength(tokens) > 256_000 + 4 * markdown.length
  if (isBlownUp) return `<p>${escapedText(markdown)}</p>`
  return parser.renderer.render(tokens, parser.options, environment).trimEnd()
}

function attributeLength(tokens: readonly Token[]): number {
  let length = 0
  for (const { attrs, children } of tokens) {
    for (const [, value] of attrs ?? []) length += String(value).length
    if (children !== null) length += attributeLength(children)
  }
  return length
}

function flatten(state: StateBlock, start: number, end: number, isTrial: boolean): boolean {
  if (state.level < maxBlockDepth || isTrial) return false
  let next = start + 1
  const isInside = (line: number) => (state.sCount[line] ?? 0) >= state.blkIndent
  while (next < end && !state.isEmpty(next) && isInside(next)) next++
  state.push('paragraph_open', 'p', 1)
  const inline = state.push('inline', '', 0)
  inline.content = state.getLines(start, next, state.blkIndent, false).trim()
  inline.children = []
  state.push('paragraph_close', 'p', -1)
  state.line = next
  return true
}

function addCheckboxes(state: StateCore): void {
  for (const [index, { type, content, children }] of state.tokens.entries()) {
    const isFirstInItem = type === 'inline' && state.tokens[index - 2]?.type === 'list_item_open'
    // Check the source, which shows whether a bracket is escaped.
    const box = isFirstInItem ? /^\[([ xX])\](?=[ \t])/.exec(content) : null
    const text = children?.[0]
    if (box === null || text?.type !== 'text') continue
    text.content = text.content.slice(box[0].length)
    const checkbox = new state.Token('html_inline', '', 0)
    checkbox.content = `<input type="checkbox"${box[1] === ' ' ? '' : ' checked=""'} disabled="">`
    children?.unshift(checkbox)
  }
}

function alignByAttribute(token: Token): void {
  const alignment = /^text-align:(\w+)$/.exec(String(token.attrGet('style')))?.[1]
  if (alignment !== undefined) token.attrs = [['align', alignment]]
}
