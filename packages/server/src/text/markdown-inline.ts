import { inlineTokens, oneLine, verbatimText } from './inline.ts'
import type { InlineToken, Reading } from './inline.ts'
import {
  codeSpan,
  destination,
  escapedLineStart,
  escapedMarkdown,
  hasAddress,
  quotedTitle,
} from './markdown-escape.ts'
import type { Surroundings } from './markdown-escape.ts'
import { canDelimit } from './markdown-flanking.ts'
import { namesIn } from './tree.ts'
import type { ElementNode, TreeNode } from './tree.ts'

/** The container of inline content. Only a block may have several lines. */
export type InlinePlace = 'block' | 'heading' | 'cell'

/** Marks by element name; most marks have the same name. */
const marks: ReadonlyMap<string, string> = new Map([
  ...Array.from(
    namesIn('del em ins kbd mark q rp rt ruby strong sub sup u'),
    (name) => [name, name] as const,
  ),
  ['a', 'link'],
  ['b', 'strong'],
  ['i', 'em'],
  ['s', 'del'],
])

const delimiters: ReadonlyMap<string, string> = new Map([
  ['strong', '**'],
  ['em', '*'],
  ['del', '~~'],
])

const reading: Reading = {
  atoms: new Set(['img', 'code', 'iframe', 'audio', 'video']),
  markOf: (node) =>
    node.name === 'a' && !node.attributes.has('href') ? undefined : marks.get(node.name),
}

/** Writes inline content as GFM. Elements that GFM has no syntax for become HTML without attributes. */
export function inlineMarkdown(run: readonly TreeNode[], place: InlinePlace): string {
  const tokens = withoutOuterBreaks(inlineTokens(run, reading))
  const markup = markupOf(tokens)
  const text = tokens.map((token) => (token.kind === 'text' ? token.value : '')).join('')
  const mayDefine = text.includes(']:')
  const outsideLinks: Surroundings = {
    isInLink: false,
    isInCell: place === 'cell',
    hasTildes: text.indexOf('~') !== text.lastIndexOf('~') || markup.includes('~~'),
    hasAddress: tokens.some((token) => hasAddress(visibleText(token))),
  }
  const insideLinks = { ...outsideLinks, isInLink: true }
  let markdown = ''
  let before = ''
  let open = 0
  let openLinks = 0
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'open' || token.kind === 'close') {
      const change = token.kind === 'open' ? 1 : -1
      open += change
      if (token.mark === 'link') openLinks += change
    }
    const around = openLinks > 0 ? insideLinks : outsideLinks
    let piece = markup[index] ?? pieceOf(token, before, tokens[index + 1], around)
    if (token.kind === 'break') piece = lineBreak(tokens, index, place, open)
    else if (token.kind === 'text' && place === 'block' && startsLine(tokens, index)) {
      piece = escapedLineStart(piece, mayDefine)
    }
    markdown += piece
    before = piece || before
  }
  return markdown
}

function visibleText(token: InlineToken): string {
  if (token.kind === 'text') return token.value
  return token.kind === 'atom' ? labelOf(token.node) : ''
}

/** The text for a non-text element. */
function labelOf({ name, attributes }: ElementNode): string {
  if (name === 'img') return oneLine(attributes.get('alt') ?? '')
  return oneLine(attributes.get('title') ?? attributes.get('src') ?? '')
}

function startsLine(tokens: readonly InlineToken[], index: number): boolean {
  return index === 0 || tokens[index - 1]?.kind === 'break'
}

/** Two line breaks become a paragraph: people write them where they cannot create one. */
function lineBreak(
  tokens: readonly InlineToken[],
  index: number,
  place: InlinePlace,
  open: number,
): string {
  if (place !== 'block') return '<br>'
  if (open > 0) return '\\\n'
  if (tokens[index - 1]?.kind === 'break') return ''
  return tokens[index + 1]?.kind === 'break' ? '\n\n' : '\\\n'
}

function withoutOuterBreaks(tokens: InlineToken[]): InlineToken[] {
  const first = tokens.findIndex((token) => token.kind !== 'break')
  const last = tokens.findLastIndex((token) => token.kind !== 'break')
  return tokens.slice(Math.max(first, 0), last + 1)
}

function pieceOf(
  token: InlineToken,
  before: string,
  next: InlineToken | undefined,
  around: Surroundings,
): string {
  if (token.kind === 'text') return escapedMarkdown(token.value, firstCharacter(next), around)
  return token.kind === 'atom' ? atomMarkdown(token.node, before, around) : ''
}

function firstCharacter(token: InlineToken | undefined): string {
  if (token === undefined) return ''
  return token.kind === 'open' && token.mark === 'link' ? '[' : '.'
}

function atomMarkdown(node: ElementNode, before: string, around: Surroundings): string {
  if (node.name === 'code') return codeSpan(verbatimText(node), before, around)
  const { attributes } = node
  const source = attributes.get('src') ?? ''
  const isImage = node.name === 'img'
  const label = labelOf(node)
  if (source === '' || (around.isInLink && !isImage)) return escapedMarkdown(label, '.', around)
  const text = escapedMarkdown(label, ']', { ...around, isInLink: true, hasTildes: true })
  const title = isImage ? quotedTitle(attributes.get('title')) : ''
  return `${isImage ? '!' : ''}[${text}](${destination(source)}${title})`
}

/** The output of each opening and closing token, and of links whose text is their address. */
function markupOf(tokens: readonly InlineToken[]): (string | undefined)[] {
  const markup: (string | undefined)[] = []
  const open: number[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'open') open.push(index)
    if (token.kind !== 'close') continue
    const start = open.pop() ?? 0
    const text = tokens[start + 1]
    const address =
      text?.kind === 'text' && index === start + 2 ? autolink(token.node, text.value) : ''
    if (address !== '') {
      markup[start] = ''
      markup[start + 1] = address
      markup[index] = ''
    } else [markup[start], markup[index]] = ends(tokens, start, index, token.mark, token.node)
  }
  return markup
}

function ends(
  tokens: readonly InlineToken[],
  open: number,
  close: number,
  mark: string,
  node: ElementNode,
): [string, string] {
  if (mark === 'link') {
    const { attributes } = node
    return [
      '[',
      `](${destination(attributes.get('href') ?? '')}${quotedTitle(attributes.get('title'))})`,
    ]
  }
  if (mark === 'q') return ['“', '”']
  const delimiter = delimiters.get(mark)
  const isAlike = (token: InlineToken | undefined) =>
    token !== undefined && 'mark' in token && delimiters.get(token.mark)?.[0] === delimiter?.[0]
  if (delimiter !== undefined && canDelimit(tokens, open, close, isAlike)) {
    return [delimiter, delimiter]
  }
  return [`<${mark}>`, `</${mark}>`]
}

function autolink(link: ElementNode, text: string): string {
  const href = link.attributes.get('href') ?? ''
  const isPlain = /^(?:https?:\/\/|mailto:)[^\s<>\\`|*_~&[\]"]+$/.test(href)
  if (!isPlain || link.name !== 'a' || link.attributes.has('title')) return ''
  return href === text || href === `mailto:${text}` ? `<${text}>` : ''
}
