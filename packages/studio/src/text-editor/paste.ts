import { markMissingImages, missingImageTag } from './missing-image.ts'
import { styleOf } from './style-of.ts'

/** Converts pasted HTML from Word, Google Docs and web pages to plain semantic markup. */
const unwrapped =
  'article, section, main, header, footer, nav, div, center, font, figure, figcaption, body > span:not([data-missing-image])'
const dropped =
  'script, style, meta, link, title, xml, head, noscript, iframe, object, svg, button, form, input, select, textarea'

export function cleanPaste(html: string, assetsOrigin: string): string {
  // Content copied from this editor needs no conversion.
  if (html.includes('data-pm-slice')) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  dropComments(body)
  markMissingImages(body, assetsOrigin)
  for (const element of body.querySelectorAll(dropped)) element.remove()
  for (const element of body.querySelectorAll('*'))
    if (element.localName.includes(':')) unwrap(element)
  for (const element of body.querySelectorAll<HTMLElement>('b, span')) readStyle(element)
  for (const cell of body.querySelectorAll('td, th')) readAlign(cell)
  makeLists(body)
  rename(body)
  for (const element of [...body.querySelectorAll(unwrapped)].toReversed()) unwrapBlock(element)
  for (const element of [...body.querySelectorAll(`span:not(${missingImageTag})`)].toReversed())
    unwrap(element)
  for (const element of body.querySelectorAll('*')) dropAttributes(element)
  for (const paragraph of body.querySelectorAll('p')) {
    if (
      paragraph.textContent.trim() === '' &&
      !paragraph.querySelector(`img, br, ${missingImageTag}`)
    )
      paragraph.remove()
  }
  return body.innerHTML
}

function dropComments(body: HTMLElement): void {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const comments: Node[] = []
  while (walker.nextNode()) comments.push(walker.currentNode)
  for (const comment of comments) comment.parentNode?.removeChild(comment)
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

/** A box around text becomes a paragraph; a box around blocks is removed. */
function unwrapBlock(element: Element): void {
  const hasBlocks = element.querySelector(
    'p, h1, h2, h3, h4, h5, h6, ul, ol, table, pre, blockquote, hr',
  )
  if (hasBlocks || element.localName === 'font' || element.localName === 'span')
    return unwrap(element)
  const paragraph = document.createElement('p')
  paragraph.append(...element.childNodes)
  element.replaceWith(paragraph)
}

/** Google Docs marks bold and italic by style, and wraps everything in a <b> that is not bold. */
function readStyle(element: HTMLElement): void {
  const fontWeight = styleOf(element, 'font-weight')
  if (element.localName === 'b') {
    if (fontWeight === 'normal' || fontWeight === '400') unwrap(element)
    return
  }
  const wraps = [
    Number(fontWeight) >= 600 || fontWeight === 'bold' ? 'strong' : '',
    styleOf(element, 'font-style') === 'italic' ? 'em' : '',
    /line-through/.test(element.getAttribute('style') ?? '') ? 's' : '',
  ].filter((tag) => tag !== '')
  for (const tag of wraps) {
    const wrap = document.createElement(tag)
    wrap.append(...element.childNodes)
    element.append(wrap)
  }
}

/** Spreadsheets align a cell by its style, Word and Google Docs by its paragraph. */
function readAlign(cell: Element): void {
  const alignments = [cell, ...cell.querySelectorAll(':scope > p')].flatMap((element) => [
    styleOf(element, 'text-align'),
    element.getAttribute('align')?.toLowerCase() ?? '',
  ])
  const align = alignments.find((one) => ['left', 'center', 'right'].includes(one))
  if (align === undefined) cell.removeAttribute('align')
  else cell.setAttribute('align', align)
}

/** Word writes lists as paragraphs with the style `mso-list:l0 level2 lfo1`. */
function makeLists(body: HTMLElement): void {
  let open: Element[] = []
  for (const item of body.querySelectorAll<HTMLElement>(
    'p[style*="mso-list"], p[class*="MsoListParagraph"]',
  )) {
    const marker = item.querySelector<HTMLElement>('span[style*="mso-list"]')
    const isOrdered = /^\s*(?:\d+|[a-z]|[ivx]+)[.)]/i.test(marker?.textContent ?? item.textContent)
    marker?.remove()
    if (item.previousElementSibling !== open[0]) open = []
    const wordLevel = Number(/level(\d+)/.exec(item.getAttribute('style') ?? '')?.[1] ?? 1)
    const level = Math.min(wordLevel, open.length + 1)
    const tag = isOrdered ? 'ol' : 'ul'
    open = open.slice(0, level)
    if (open.length === level && open.at(-1)?.localName !== tag) open.pop()
    if (open.length < level) {
      const list = document.createElement(tag)
      const around = open.at(-1)?.lastElementChild
      if (around) around.append(list)
      else item.before(list)
      open.push(list)
    }
    const entry = document.createElement('li')
    entry.append(...item.childNodes)
    open.at(-1)?.append(entry)
    item.remove()
  }
}

/** Replaces elements with their semantic equivalents. */
function rename(body: HTMLElement): void {
  for (const [from, to] of [
    ['b', 'strong'],
    ['i', 'em'],
    ['p.MsoTitle', 'h1'],
  ] as const) {
    for (const element of body.querySelectorAll(from)) {
      const better = document.createElement(to)
      better.append(...element.childNodes)
      element.replaceWith(better)
    }
  }
}

const allowed: Record<string, string[]> = {
  a: ['href'],
  img: ['src', 'alt'],
  td: ['colspan', 'rowspan', 'align'],
  th: ['colspan', 'rowspan', 'align'],
  code: ['class'],
  ol: ['start'],
  span: ['data-missing-image'],
}

function dropAttributes(element: Element): void {
  const names = allowed[element.localName] ?? []
  for (const name of element.getAttributeNames())
    if (!names.includes(name)) element.removeAttribute(name)
}
