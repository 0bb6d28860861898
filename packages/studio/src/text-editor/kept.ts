/** Attributes that the editor does not edit but must give back as they came. */
export type Kept = Record<string, string>

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

export function keptAttributes(element: HTMLElement, extra: readonly string[] = []): Kept | null {
  const isAddOn = element.hasAttribute('data-service-ftelm')
  const isOfAddOn = (name: string) => isAddOn && name.startsWith('data-')
  const pairs = [...element.attributes]
    .filter(({ name }) => isOfAddOn(name) || common.includes(name) || extra.includes(name))
    .map(({ name, value }): [string, string] => [name, value])
  return pairs.length === 0 ? null : Object.fromEntries(pairs)
}

/** An attribute of a node or mark that holds them. */
export const keptAttribute = (extra: readonly string[] = []) => ({
  default: null as Kept | null,
  keepOnSplit: false,
  parseHTML: (element: HTMLElement) => keptAttributes(element, extra),
  renderHTML: ({ kept }: Record<string, unknown>) => (kept ?? {}) as Kept,
})

/** The one element that a text of HTML describes. */
export function elementFrom(html: string): HTMLElement {
  const document = new DOMParser().parseFromString(html, 'text/html')
  return (document.body.firstElementChild ?? document.createElement('div')) as HTMLElement
}

/** As all that the editor notes for itself: no `data-` attribute, which a text from outside could have too. */
const boxMark = 'editor-kept'

/** A box around HTML that is kept as it is. What is inside is for other programs that paste it. */
export function keptBox(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const box = body.ownerDocument.createElement('div')
  box.setAttribute(boxMark, html)
  box.append(...body.childNodes)
  return box
}

export const keptBoxTag = `div[${boxMark}]`
export const keptHtml = (box: Element): string | null => box.getAttribute(boxMark)

/** The boxes in a text, each with what it stands for. */
export function keptBoxes(within: HTMLElement): [Element, DocumentFragment][] {
  return [...within.querySelectorAll(`[${boxMark}]`)].map((box) => {
    const range = within.ownerDocument.createRange()
    return [box, range.createContextualFragment(keptHtml(box) ?? '')]
  })
}
