/** Brings what the editor writes into the form that the service stores, so that nothing changes by itself. */
export function tidied(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const cell of body.querySelectorAll('li, td, th, dd')) unwrapOnlyParagraph(cell)
  for (const table of body.querySelectorAll('table')) tidyTable(table)
  while (isEmptyParagraph(body.lastElementChild)) body.lastElementChild?.remove()
  return body.innerHTML
}

/** `<li><p>text</p></li>` is `<li>text</li>`, a nested list after it included. */
function unwrapOnlyParagraph(cell: Element): void {
  const [first, ...rest] = cell.children
  if (first?.localName !== 'p' || first.attributes.length > 0) return
  if (rest.some(({ localName }) => localName !== 'ul' && localName !== 'ol')) return
  first.replaceWith(...first.childNodes)
}

function tidyTable(table: HTMLTableElement): void {
  table.removeAttribute('style')
  for (const group of table.querySelectorAll('colgroup')) group.remove()
  for (const cell of table.querySelectorAll('td, th')) {
    for (const name of ['colspan', 'rowspan'])
      if (cell.getAttribute(name) === '1') cell.removeAttribute(name)
    cell.removeAttribute('colwidth')
  }
  const [first] = table.rows
  const isHead =
    first !== undefined && [...first.cells].every(({ localName }) => localName === 'th')
  if (!isHead || table.tHead) return
  table.createTHead().append(first)
}

function isEmptyParagraph(element: Element | null): boolean {
  return element?.localName === 'p' && element.innerHTML === '' && element.attributes.length === 0
}
