/** Flexible text as lines, one per block, with notes on markup that plain text would lose. */

const blocks = new Set(
  'address article aside blockquote dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section summary table tr ul'.split(
    ' ',
  ),
)

const addOnAttribute = 'data-service-ftelm'

export function markupLines(html: string): string[] {
  // A parsed document is inert: it loads no resources and runs no scripts.
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
  const kind = element.getAttribute(addOnAttribute)
  if (kind !== null) return `[${[kind, ...detailsOf(element)].join(' ')}] `
  if (/^h[1-6]$/.test(element.localName)) return `${'#'.repeat(Number(element.localName[1]))} `
  return element.localName === 'li' ? '• ' : ''
}

/** Details of an add-on element: the item or file that it shows, and its other attributes. */
function detailsOf(element: Element): string[] {
  return [...element.attributes]
    .filter(({ name }) => name.startsWith('data-') && name !== addOnAttribute)
    .map(({ value }) => value)
}

/** Link targets and image sources count as part of the text. */
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
