import { isElement } from './tree.ts'
import type { ElementNode } from './tree.ts'

/** The items of a list, with the numbers that a browser shows. */
export function listNumbers(
  list: ElementNode,
): { readonly item: ElementNode; readonly number: number | undefined }[] {
  const items = list.children.filter((child) => isElement(child, 'li'))
  if (list.name === 'ul') return items.map((item) => ({ item, number: undefined }))
  const isReversed = list.attributes.has('reversed')
  const start = Number(list.attributes.get('start') ?? (isReversed ? items.length : 1))
  let next = start
  return items.map((item) => {
    const number = Number(item.attributes.get('value') ?? next)
    next = number + (isReversed ? -1 : 1)
    return { item, number }
  })
}

/** The cells of a table by row, starting with the head. */
export function tableRows(table: ElementNode): ElementNode[][] {
  const parts = table.children.filter((child) => isElement(child, 'thead', 'tbody', 'tfoot'))
  const rank = ['thead', 'tbody', 'tfoot']
  const inOrder = parts.toSorted((one, other) => rank.indexOf(one.name) - rank.indexOf(other.name))
  const rows = inOrder.flatMap((part) => part.children.filter((child) => isElement(child, 'tr')))
  return rows.map((row) => row.children.filter((child) => isElement(child, 'td', 'th')))
}
