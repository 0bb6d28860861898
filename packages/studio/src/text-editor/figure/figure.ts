/** An image as a block, with a caption. Stored as `figure`, its size as `width` of the `img`. */
import { Node } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { preservedAttribute, preservedAttributes, type PreservedAttributes } from '../preserved.ts'
import { isBlank } from '../meaning.ts'

export const alignments = ['left', 'center', 'right'] as const
export type Alignment = (typeof alignments)[number]

const nameAttribute = 'data-service-ftelm'
const alignAttribute = 'data-service-align'
const imageAttributes = ['src', 'alt', 'width', 'height', 'loading']

export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  draggable: true,
  isolating: true,
  addAttributes: () => ({
    preserved: { ...preservedAttribute(), renderHTML: () => ({}) },
    image: {
      default: {} as PreservedAttributes,
      parseHTML: (figure: HTMLElement) => {
        const image = figure.querySelector('img')
        return image ? preservedAttributes(image, imageAttributes) : {}
      },
      renderHTML: () => ({}),
    },
  }),
  parseHTML: () => [
    {
      tag: 'figure',
      // Before the box for figures with other content.
      priority: 110,
      getAttrs: (figure: HTMLElement) => (isOfImage(figure) ? null : false),
      contentElement: (figure) =>
        figure.querySelector<HTMLElement>('figcaption') ?? document.createElement('figcaption'),
    },
  ],
  renderHTML: ({ node: { attrs } }) => [
    'figure',
    attrs['preserved'] ?? {},
    ['img', attrs['image']],
    ['figcaption', 0],
  ],
  addKeyboardShortcuts() {
    return {
      // A caption has one paragraph, so Enter continues below the image.
      Enter: ({ editor }) =>
        editor.commands.command(({ tr, state, dispatch }) => {
          const { $from } = tr.selection
          if ($from.parent.type !== this.type) return false
          const paragraph = state.schema.nodes['paragraph']?.create()
          if (paragraph && dispatch) {
            const end = $from.after()
            tr.insert(end, paragraph)
            tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView()
          }
          return true
        }),
    }
  },
})

/** The content of a new image from the media library. */
export const figureOf = (src: string, alt: string) => ({
  type: 'figure',
  attrs: { image: { src, alt } },
})

/** Whether a figure is an image with at most a caption, and no other element of a space. */
function isOfImage(figure: HTMLElement): boolean {
  const [image, caption, ...others] = [...figure.childNodes].filter((node) => !isBlank(node))
  const name = figure.getAttribute(nameAttribute)
  return (
    (name === null || name === 'image') &&
    image instanceof HTMLImageElement &&
    image.hasAttribute('src') &&
    (caption === undefined || caption.nodeName === 'FIGCAPTION') &&
    others.length === 0
  )
}

export function alignmentOf(preserved: PreservedAttributes | null): Alignment {
  return alignments.find((one) => one === preserved?.[alignAttribute]) ?? 'left'
}

/** Only an add-on element keeps `data-` attributes, so an aligned figure is one. */
export function withAlignment(
  preserved: PreservedAttributes | null,
  align: Alignment,
): PreservedAttributes | null {
  const others = Object.entries(preserved ?? {}).filter(
    ([name]) => name !== alignAttribute && name !== nameAttribute,
  )
  const own =
    align === 'left' ? [] : [[nameAttribute, 'image'] as const, [alignAttribute, align] as const]
  const all = [...own, ...others]
  return all.length === 0 ? null : Object.fromEntries(all)
}
