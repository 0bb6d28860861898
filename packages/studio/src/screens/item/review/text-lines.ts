/** Flexible text as lines: one a block, with what words alone do not say. */

const blocks = new Set(
  'address article aside blockquote dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section summary table tr ul'.split(
    ' ',
  ),
)

export function textLines(html: string): string[] {
  // A parsed document is inert: nothing in it is loaded or run.
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const lines: string[] = ['']
  read(body, lines)
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

function read(parent: Node, lines: string[]): void {
  for (const node of parent.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) append(lines, node.textContent ?? '')
    else if (node instanceof Element) readElement(node, lines)
  }
}

function readElement(element: Element, lines: string[]): void {
  const tag = element.localName
  const isBlock = blocks.has(tag)
  if (isBlock || tag === 'br') lines.push(before(element))
  read(element, lines)
  append(lines, after(element))
  if (isBlock) lines.push('')
}

function append(lines: string[], text: string): void {
  const [first = '', ...rest] = text.split('\n')
  lines[lines.length - 1] = (lines.at(-1) ?? '') + first
  lines.push(...rest)
}

function before(element: Element): string {
  const kind = element.getAttribute('data-service-ftelm')
  if (kind !== null) return `[${kind}${idOf(element)}] `
  if (/^h[1-6]$/.test(element.localName)) return `${'#'.repeat(Number(element.localName[1]))} `
  return element.localName === 'li' ? '• ' : ''
}

function idOf(element: Element): string {
  const id = element.getAttribute('data-service-id') ?? element.getAttribute('data-service-luid')
  return id === null ? '' : ` ${id}`
}

/** Where a link leads and what a picture shows are part of the text, though not among its words. */
function after(element: Element): string {
  switch (element.localName) {
    case 'a':
      return ` (${element.getAttribute('href') ?? ''})`
    case 'img':
      return `[${element.getAttribute('alt') || (element.getAttribute('src') ?? '')}]`
    case 'iframe':
    case 'video':
    case 'audio':
      return `[${element.getAttribute('src') ?? element.localName}]`
    case 'td':
    case 'th':
      return ' | '
    default:
      return ''
  }
}
