import { frameUrl } from '@octavo/schema/frames.ts'
import { html } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { addOnAttribute, markedCode } from './add-ons.ts'
import { attributesOf, followIds } from './attributes.ts'
import type { Attributes, Run } from './attributes.ts'
import { cleanedText } from './characters.ts'
import type { ParsedNode } from './parse.ts'
import type { TextPolicy } from './policy.ts'
import { elements, removed, renamed } from './schema.ts'
import { arranged, arrangedTable } from './structure.ts'
import { append, appendAll, element, headings, isBlank, isBlock, noAttributes } from './tree.ts'
import type { TreeNode } from './tree.ts'

type Source = DefaultTreeAdapterTypes.Element

/** Deeper than real content, and far below the depth at which the recursive writers would overflow. */
const maxDepth = 100
/** Unwrapped elements add no depth to the result, but they use the stack here. */
const maxSourceDepth = 500

/** A frame may run its own scripts with its own origin, but cannot navigate the page around it. */
const frameSandbox = 'allow-scripts allow-same-origin allow-popups allow-presentation'

interface Place {
  readonly depth: number
  readonly sourceDepth: number
  readonly isInLink: boolean
  readonly isInHeading: boolean
  readonly isInItem: boolean
}

const top: Place = {
  depth: 0,
  sourceDepth: 0,
  isInLink: false,
  isInHeading: false,
  isInItem: false,
}

/** Returns the allowed part of the tree, in a structure that parsers do not change. */
export function sanitise(nodes: readonly ParsedNode[], policy: TextPolicy): TreeNode[] {
  const run: Run = { policy, ids: new Set(), fragmentLinks: [] }
  const tree = trimmedEnds(arranged('div', childrenOf(nodes, top, run)))
  followIds(run)
  return tree
}

function childrenOf(nodes: readonly ParsedNode[], place: Place, run: Run): TreeNode[] {
  const children: TreeNode[] = []
  for (const node of nodes) addNode(node, place, run, children)
  return children
}

function addNode(node: ParsedNode, place: Place, run: Run, out: TreeNode[]): void {
  if ('value' in node) append(out, cleanedText(node.value))
  else if ('tagName' in node) addElement(node, place, run, out)
}

function addElement(source: Source, place: Place, run: Run, out: TreeNode[]): void {
  const name = renamed.get(source.tagName) ?? source.tagName
  if (source.namespaceURI !== html.NS.HTML || removed.has(name)) return
  if (place.depth >= maxDepth || place.sourceDepth >= maxSourceDepth) {
    append(out, cleanedText(allTextIn(source)))
    return
  }
  const attributes = attributesOf(name, source, run)
  if (name === 'iframe' || name === 'audio' || name === 'video') {
    addPlayer(name, attributes, source, place, run, out)
  } else if (isKept(name, attributes, place)) {
    finish(name, attributes, childrenOf(source.childNodes, inside(name, place), run), out)
  } else {
    const deeper = { ...place, sourceDepth: place.sourceDepth + 1 }
    for (const child of source.childNodes) addNode(child, deeper, run, out)
  }
}

function isKept(name: string, attributes: Attributes, place: Place): boolean {
  if (headings.has(name)) return !place.isInHeading
  switch (name) {
    case 'a':
      return !place.isInLink && ['href', 'id', addOnAttribute].some((key) => attributes.has(key))
    case 'img':
      return attributes.has('src') || attributes.has(addOnAttribute)
    case 'input':
      return place.isInItem && attributes.get('type') === 'checkbox'
    case 'source':
      return false
    case 'span':
      return attributes.size > 0
    default:
      return elements.has(name)
  }
}

function inside(name: string, place: Place): Place {
  return {
    depth: place.depth + 1,
    sourceDepth: place.sourceDepth + 1,
    isInLink: place.isInLink || name === 'a',
    isInHeading: place.isInHeading || headings.has(name),
    isInItem: place.isInItem || name === 'li',
  }
}

function finish(name: string, attributes: Attributes, found: TreeNode[], out: TreeNode[]): void {
  const kept = attributes.size > 0 ? attributes : noAttributes
  if (name === 'table') {
    const { children, strays } = arrangedTable(found)
    appendAll(out, strays)
    out.push(element(name, children, kept))
    return
  }
  const hasBlock = (name === 'p' || name === 'ruby') && found.some(isBlock)
  if (name === 'ruby' && hasBlock) {
    appendAll(out, arranged('span', found))
    return
  }
  const children = arranged(name, found)
  if (name === 'pre') out.push(markedCode(element(name, withoutFirstNewlines(children), kept)))
  else out.push(element(hasBlock ? 'div' : name, children, kept))
}

/** Parsers drop the first newline in a `pre`, and browsers do not serialise it. */
function withoutFirstNewlines([first, ...others]: TreeNode[]): TreeNode[] {
  if (typeof first !== 'string') return first === undefined ? [] : [first, ...others]
  const text = first.replace(/^\n+/, '')
  return text === '' ? others : [text, ...others]
}

/** Media elements, whose content is a fallback for clients that cannot play them. */
function addPlayer(
  name: 'iframe' | 'audio' | 'video',
  attributes: Attributes,
  source: Source,
  place: Place,
  run: Run,
  out: TreeNode[],
): void {
  if (name === 'iframe') {
    const url = frameUrl(attributes.get('src') ?? '', run.policy.iframeHosts)
    if (url === undefined) return
    attributes.set('src', url).set('sandbox', frameSandbox)
    out.push(element(name, [], attributes))
    return
  }
  const sources: TreeNode[] = []
  for (const child of source.childNodes) {
    const isSource = child.nodeName === 'source' && 'tagName' in child
    if (!isSource || place.depth + 1 >= maxDepth) continue
    const sourceAttributes = attributesOf('source', child, run)
    if (sourceAttributes.has('src')) sources.push(element('source', [], sourceAttributes))
  }
  if (!attributes.has('src') && sources.length === 0) return
  out.push(element(name, sources, attributes.set('controls', '')))
}

/** Iterative, because it handles elements that are nested too deep for recursion. */
function allTextIn(source: Source): string {
  const texts: string[] = []
  const waiting: ParsedNode[] = [source]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('value' in node) texts.push(node.value)
    else if ('tagName' in node && !removed.has(node.tagName) && node.tagName !== 'iframe') {
      for (const child of node.childNodes.toReversed()) waiting.push(child)
    }
  }
  return texts.join(' ')
}

function trimmedEnds(children: readonly TreeNode[]): TreeNode[] {
  const first = children.findIndex((node) => !isBlank(node))
  const last = children.findLastIndex((node) => !isBlank(node))
  return children.slice(Math.max(first, 0), last + 1).map((node, index, { length }) => {
    if (typeof node !== 'string') return node
    const start = index === 0 ? node.search(/[^ \t\n]/) : 0
    let end = node.length
    while (index === length - 1 && ' \t\n'.includes(node[end - 1] ?? '.')) end--
    return node.slice(start, end)
  })
}
