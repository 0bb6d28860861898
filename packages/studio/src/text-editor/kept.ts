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
  const pairs = [...element.attributes]
    .filter(
      ({ name }) =>
        name.startsWith('data-service-') || common.includes(name) || extra.includes(name),
    )
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
