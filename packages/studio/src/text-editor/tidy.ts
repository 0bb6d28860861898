import { missingImageTag } from './missing-image.ts'
import { preservedBoxes } from './preserved.ts'
import { bodyOf, isBlank, isBlock } from './meaning.ts'

/** Converts the output of the editor to the stored format, so that opening a text does not change it. */
export function tidied(html: string): string {
  const body = bodyOf(html)
  for (const mark of body.querySelectorAll(missingImageTag)) mark.remove()
  while (isNewAndEmpty(body.lastElementChild)) body.lastElementChild?.remove()
  for (const paragraph of body.querySelectorAll('p')) if (isBare(paragraph)) unwrap(paragraph)
  for (const paragraph of body.querySelectorAll('p')) paragraph.removeAttribute('editor-as')
  for (const table of body.querySelectorAll('table')) tidyTable(table)
  for (const caption of body.querySelectorAll('figure > figcaption:empty')) caption.remove()
  for (const [box, content] of preservedBoxes(body)) box.replaceWith(content)
  return body.innerHTML
}

/** Whether a paragraph was loaded as bare text, or is the implicit one of a list item or cell. */
function isBare(paragraph: HTMLParagraphElement): boolean {
  const as = paragraph.getAttribute('editor-as')
  const isAlone = [paragraph.previousSibling, paragraph.nextSibling].every(
    (beside) => beside === null || (isBlock(beside) && !isBareBeside(beside)) || isBlank(beside),
  )
  if (as === 'bare') return isAlone
  if (as !== null || paragraph.attributes.length > 0) return false
  const { parentElement: parent } = paragraph
  if (!parent?.matches('li, td, th') || parent.firstChild !== paragraph) return false
  return [...parent.children].slice(1).every((rest) => rest.matches('ul, ol'))
}

const isBareBeside = (node: Element): boolean => node.getAttribute('editor-as') === 'bare'

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

function tidyTable(table: HTMLTableElement): void {
  for (const cell of table.querySelectorAll('td, th')) {
    for (const name of ['colspan', 'rowspan'])
      if (cell.getAttribute(name) === '1') cell.removeAttribute(name)
    cell.removeAttribute('colwidth')
  }
  const most = Number(table.getAttribute('editor-head-rows') ?? 1)
  table.removeAttribute('editor-head-rows')
  const rows = [...table.rows]
  const end = rows.findIndex(
    ({ cells }) => ![...cells].every(({ localName }) => localName === 'th'),
  )
  const heads = rows.slice(0, Math.min(most, end < 0 ? rows.length : end))
  if (heads.length > 0 && !table.tHead) table.createTHead().append(...heads)
  for (const part of table.tBodies) if (part.rows.length === 0) part.remove()
}

function isNewAndEmpty(element: Element | null): boolean {
  return element?.localName === 'p' && element.innerHTML === '' && element.attributes.length === 0
}
