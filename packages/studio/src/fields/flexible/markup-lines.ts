/** Flexible text as lines: one a block, with what words alone do not say. */

const blocks = new Set(
  'address article aside blockquote dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section summary table tr ul'.split(
    ' ',
  ),
)

const addOnAttribute = 'data-service-ftelm'

export function markupLines(html: string): string[] {
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
  const kind = element.getAttribute(addOnAttribute)
  if (kind !== null) return `[${[kind, ...detailsOf(element)].join(' ')}] `
  if (/^h[1-6]$/.test(element.localName)) return `${'#'.repeat(Number(element.localName[1]))} `
  return element.localName === 'li' ? '• ' : ''
}

/** What an add-on is about: the item or file that it shows, and all else that it says of itself. */
function detailsOf(element: Element): string[] {
  return [...element.attributes]
    .filter(({ name }) => name.startsWith('data-') && name !== addOnAttribute)
    .map(({ value }) => value)
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
