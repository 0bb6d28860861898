/** Attributes that the editor does not edit but must write back unchanged. */
export type PreservedAttributes = Record<string, string>

const common = [
  'id',
  'dir',
  'lang',
  'title',
  'cite',
  'datetime',
  'start',
  'reversed',
  'value',
  'type',
]

export function preservedAttributes(
  element: HTMLElement,
  extra: readonly string[] = [],
): PreservedAttributes | null {
  const isAddOn = element.hasAttribute('data-service-ftelm')
  const isOfAddOn = (name: string) => isAddOn && name.startsWith('data-')
  const pairs = [...element.attributes]
    .filter(({ name }) => isOfAddOn(name) || common.includes(name) || extra.includes(name))
    .map(({ name, value }): [string, string] => [name, value])
  return pairs.length === 0 ? null : Object.fromEntries(pairs)
}

/** The attribute of a node or mark that holds them. */
export const preservedAttribute = (extra: readonly string[] = []) => ({
  default: null as PreservedAttributes | null,
  keepOnSplit: false,
  parseHTML: (element: HTMLElement) => preservedAttributes(element, extra),
  renderHTML: ({ preserved }: Record<string, unknown>) => (preserved ?? {}) as PreservedAttributes,
})

/** Parses HTML that has a single element. */
export function elementFrom(html: string): HTMLElement {
  const document = new DOMParser().parseFromString(html, 'text/html')
  return (document.body.firstElementChild ?? document.createElement('div')) as HTMLElement
}

/** Like all internal attributes not a `data-` attribute, because stored text could contain one. */
const boxMark = 'editor-preserved'

/** A box around preserved HTML. Its content serves other programs when it is pasted there. */
export function preservedBox(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const box = body.ownerDocument.createElement('div')
  box.setAttribute(boxMark, html)
  box.append(...body.childNodes)
  return box
}

export const preservedBoxTag = `div[${boxMark}]`
export const preservedHtml = (box: Element): string | null => box.getAttribute(boxMark)

/** The boxes in a text, each with its preserved content. */
export function preservedBoxes(within: HTMLElement): [Element, DocumentFragment][] {
  return [...within.querySelectorAll(`[${boxMark}]`)].map((box) => {
    const range = within.ownerDocument.createRange()
    return [box, range.createContextualFragment(preservedHtml(box) ?? '')]
  })
}
