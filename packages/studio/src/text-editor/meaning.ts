/**
 * A normalized form of HTML: two texts with the same meaning differ at most in white space that HTML
 * ignores, in the order of attributes and in the nesting of inline elements.
 */
export function meaningOf(html: string): string {
  return JSON.stringify(contentOf(bodyOf(html)))
}

export function bodyOf(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body
}

const blockNames =
  'p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre hr table caption colgroup col thead tbody tfoot tr td th div section aside figure figcaption details summary'
const blocks = new Set(blockNames.split(' '))
const atoms = new Set(['br', 'img', 'input', 'wbr', 'ruby', 'iframe', 'video', 'audio'])

export function isBlock(node: Node): node is HTMLElement {
  return node instanceof Element && (blocks.has(node.localName) || hasBlock(node))
}

function hasBlock(element: Element): boolean {
  return [...element.children].some(isBlock)
}

/** Whether a node is inline but not text. */
export function isAtom(node: Node): node is Element {
  return node instanceof Element && atoms.has(node.localName)
}

/** Whether a node is insignificant white space between blocks. */
export function isBlank(node: Node): boolean {
  return node.nodeType === Node.TEXT_NODE && !/[^ \t\r\n\f]/.test(node.nodeValue ?? '')
}

type Piece = { text: string; marks: string[] } | { atom: string; marks: string[] }

function contentOf(parent: Node): unknown[] {
  const content: unknown[] = []
  let run: Piece[] = []
  const endRun = (): void => {
    content.push(...shownRun(run))
    run = []
  }
  for (const child of parent.childNodes) {
    if (!isBlock(child)) {
      addPieces(child, [], run)
      continue
    }
    endRun()
    const inside = child.localName === 'pre' ? verbatim(child) : contentOf(child)
    content.push([tagOf(child), ...inside])
  }
  endRun()
  return content
}

function tagOf(element: Element): string {
  const pairs = [...element.attributes].map(
    ({ name, value }) => ` ${name}=${JSON.stringify(value)}`,
  )
  return element.localName + pairs.toSorted().join('')
}

function addPieces(node: Node, marks: string[], to: Piece[]): void {
  if (node.nodeType === Node.TEXT_NODE) {
    add({ text: node.nodeValue ?? '', marks }, to)
  } else if (isAtom(node)) {
    const inside = node.localName === 'ruby' || node.childNodes.length > 0 ? node.innerHTML : ''
    to.push({ atom: tagOf(node) + inside, marks })
  } else if (node instanceof Element) {
    const inner = [...new Set([...marks, tagOf(node)])].toSorted()
    // Splitting a quotation would double its marks, and splitting code would lose the space between.
    const isWhole = node.localName === 'q' || node.localName === 'code'
    if (isWhole) to.push({ atom: node.localName, marks: [] })
    for (const child of node.childNodes) addPieces(child, inner, to)
    if (isWhole) to.push({ atom: `/${node.localName}`, marks: [] })
  }
}

function add(piece: { text: string; marks: string[] }, to: Piece[]): void {
  const last = to.at(-1)
  if (last && 'text' in last && last.marks.join() === piece.marks.join()) last.text += piece.text
  else if (piece.text !== '') to.push(piece)
}

/** Collapses white space like HTML: one space at most, and none at the edges of a line. */
function shownRun(run: Piece[]): Piece[] {
  const shown: Piece[] = []
  let isEdge = true
  for (const piece of run) {
    if ('atom' in piece) {
      if (isLineBreak(piece)) trimEnd(shown)
      shown.push(piece)
      isEdge = isLineBreak(piece)
      continue
    }
    let text = piece.text.replace(/[ \t\r\n\f]+/g, ' ')
    if (isEdge) text = text.replace(/^ /, '')
    if (text !== '') {
      isEdge = text.endsWith(' ')
      add({ text, marks: piece.marks }, shown)
    }
  }
  trimEnd(shown)
  return shown
}

const isLineBreak = (piece: Piece): boolean => 'atom' in piece && piece.atom.startsWith('br')

function trimEnd(run: Piece[]): void {
  const last = run.at(-1)
  if (!last || !('text' in last)) return
  last.text = last.text.replace(/ $/, '')
  if (last.text === '') run.pop()
}

function verbatim(pre: Element): Piece[] {
  const pieces: Piece[] = []
  for (const child of pre.childNodes) addPieces(child, [], pieces)
  return pieces
}
