import { html } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { addOnAttribute, isAddOn, isServiceAttribute, markedCode, serviceValue } from './add-ons.ts'
import type { ParsedNode } from './parse.ts'
import type { TextPolicy } from './policy.ts'
import { elements, globalAttributes, idPrefix, removed, renamed } from './schema.ts'
import { arranged, arrangedTable } from './structure.ts'
import { append, appendAll, element, headings, isBlank, isBlock, noAttributes } from './tree.ts'
import type { TreeNode } from './tree.ts'
import { frameUrl } from './urls.ts'

type Source = DefaultTreeAdapterTypes.Element
type Attributes = Map<string, string>

/** Deeper than people nest, and far from where the writers, which recurse, would overflow. */
const maxDepth = 100
/** Elements that are unwrapped cost no depth in the result, but they do cost stack here. */
const maxSourceDepth = 500

/** The frame may run its own scripts and be itself, but cannot move the page that holds it. */
const frameSandbox = 'allow-scripts allow-same-origin allow-popups allow-presentation'

interface Run {
  readonly policy: TextPolicy
  readonly ids: Set<string>
  /** The attributes of links that lead into the same text. */
  readonly fragmentLinks: Attributes[]
}

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

/** The part of the tree that is allowed, in the arrangement that parsers do not change. */
export function sanitise(nodes: readonly ParsedNode[], policy: TextPolicy): TreeNode[] {
  const run: Run = { policy, ids: new Set(), fragmentLinks: [] }
  const tree = trimmedEnds(arranged('div', childrenOf(nodes, top, run)))
  for (const attributes of run.fragmentLinks) followId(attributes, run.ids)
  return tree
}

function childrenOf(nodes: readonly ParsedNode[], place: Place, run: Run): TreeNode[] {
  const children: TreeNode[] = []
  for (const node of nodes) addNode(node, place, run, children)
  return children
}

function addNode(node: ParsedNode, place: Place, run: Run, out: TreeNode[]): void {
  if ('value' in node) append(out, cleaned(node.value))
  else if ('tagName' in node) addElement(node, place, run, out)
}

function addElement(source: Source, place: Place, run: Run, out: TreeNode[]): void {
  const name = renamed.get(source.tagName) ?? source.tagName
  if (source.namespaceURI !== html.NS.HTML || removed.has(name)) return
  if (place.depth >= maxDepth || place.sourceDepth >= maxSourceDepth) {
    append(out, cleaned(allTextIn(source)))
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
      return place.isInItem && attributes.has('type')
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
  const node = element(hasBlock ? 'div' : name, arranged(name, found), kept)
  out.push(name === 'pre' ? markedCode(node) : node)
}

/** Elements that load something to play: what stands inside is for programs that cannot. */
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
    if (child.nodeName !== 'source' || !('tagName' in child) || place.depth + 1 >= maxDepth) continue
    const sourceAttributes = attributesOf('source', child, run)
    if (sourceAttributes.has('src')) sources.push(element('source', [], sourceAttributes))
  }
  if (!attributes.has('src') && sources.length === 0) return
  out.push(element(name, sources, attributes.set('controls', '')))
}

function attributesOf(name: string, source: Source, run: Run): Attributes {
  const kept: Attributes = new Map()
  const rules = elements.get(name)
  if (rules === undefined || source.attrs.length === 0) return kept
  const given = new Map(source.attrs.map((attribute) => [attribute.name, attribute.value]))
  const isOfAddOn = isAddOn(name, given, run.policy.elements)
  for (const [key, value] of given) {
    const rule = rules.get(key) ?? globalAttributes.get(key)
    const safe = isServiceAttribute(key)
      ? isOfAddOn && serviceValue(key, cleaned(value))
      : rule?.(cleaned(value))
    if (typeof safe === 'string') kept.set(key, safe)
  }
  note(name, kept, run)
  return kept
}

/** What an element must have beside what its author gave it, and what the others must know of it. */
function note(name: string, attributes: Attributes, run: Run): void {
  const id = attributes.get('id')
  if (id !== undefined) run.ids.add(id)
  if (name === 'a') {
    if (attributes.get('href')?.startsWith('#')) run.fragmentLinks.push(attributes)
    const relation = attributes.get('rel') ?? ''
    if (attributes.has('target') && !relation.includes('noopener')) {
      attributes.set('rel', `${relation} noopener`.trim())
    }
  }
  if (name === 'input') {
    if (attributes.get('type') !== 'checkbox') attributes.delete('type')
    attributes.set('disabled', '')
  }
}

function followId(attributes: Attributes, ids: ReadonlySet<string>): void {
  const fragment = attributes.get('href')?.slice(1) ?? ''
  if (ids.has(idPrefix + decoded(fragment)) && !fragment.startsWith(idPrefix)) {
    attributes.set('href', `#${idPrefix}${fragment}`)
  }
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** Text as parsers return it: a carriage return or a control character would not come back. */
function cleaned(text: string): string {
  // oxlint-disable-next-line eslint/no-control-regex
  if (!/[\0-\x08\x0b-\x1f\x7f\ufeff]/.test(text)) return text
  return (
    text
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll('\f', ' ')
      // oxlint-disable-next-line eslint/no-control-regex
      .replaceAll(/[\0-\x08\x0b-\x1f\x7f\ufeff]/g, '')
  )
}

/** Walks without recursion: this is what is left of elements nested too deep for it. */
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
