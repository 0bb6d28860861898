/** Preserves markup of flexible text that the toolbar cannot create. */
import { Extension, Mark, mergeAttributes, Node } from '@tiptap/core'
import {
  elementFrom,
  preservedAttribute,
  preservedAttributes,
  preservedBox,
  preservedBoxTag,
  preservedHtml,
  type PreservedAttributes,
} from './preserved.ts'

const editable = [
  'paragraph',
  'heading',
  'blockquote',
  'bulletList',
  'orderedList',
  'listItem',
  'codeBlock',
  'horizontalRule',
  'table',
  'tableRow',
  'bold',
  'italic',
  'strike',
  'underline',
  'code',
]

export const PreserveAttributes = Extension.create({
  name: 'preserveAttributes',
  addGlobalAttributes: () => [
    { types: editable, attributes: { preserved: preservedAttribute() } },
    {
      types: ['tableCell', 'tableHeader'],
      attributes: { preserved: preservedAttribute(['scope']) },
    },
    {
      types: ['paragraph'],
      // 'p' was loaded as a paragraph, 'bare' as text without one; null was created in the editor.
      attributes: { as: { default: null, ...carried('editor-as', 'as') } },
    },
    {
      types: ['table'],
      attributes: {
        headRows: {
          ...carried('editor-head-rows', 'headRows'),
          default: null,
          parseHTML: (element: HTMLElement) =>
            String((element as HTMLTableElement).tHead?.rows.length ?? 0),
        },
      },
    },
  ],
})

/** An attribute that is copied from the HTML to the node and back. */
function carried(name: string, key: string) {
  return {
    parseHTML: (element: HTMLElement) => element.getAttribute(name),
    renderHTML: (attributes: Record<string, unknown>) =>
      typeof attributes[key] === 'string' ? { [name]: attributes[key] } : {},
  }
}

const inlineTags = [
  'a:not([href])',
  'abbr',
  'bdi',
  'bdo',
  'cite',
  'del',
  'dfn',
  'ins',
  'kbd',
  'mark',
  'q',
  'samp',
  'small',
  'span',
  'sub',
  'sup',
  'time',
  'var',
]

/** Inline elements that the toolbar cannot create: preserves their tag and attributes. */
export const PreserveInline = Mark.create({
  name: 'preserveInline',
  priority: 40,
  excludes: '',
  addAttributes: () => ({ tag: tagAttribute('span'), preserved: preservedAttribute() }),
  parseHTML: () =>
    inlineTags.map((tag) => ({
      tag,
      priority: 60,
      // A span without attributes to preserve is dropped.
      getAttrs: (element: HTMLElement) =>
        tag === 'span' && !preservedAttributes(element) ? false : null,
    })),
  renderHTML: ({ mark, HTMLAttributes }) => [String(mark.attrs['tag']), HTMLAttributes, 0],
})

/** The tag of a node that several elements can stand for. */
export const tagAttribute = (usual: string) => ({
  default: usual,
  renderHTML: () => ({}),
  parseHTML: (element: HTMLElement) => element.localName,
})

/** Content that is preserved as a whole: shown as a box, edited as HTML. */
const whole = {
  atom: true,
  selectable: true,
  addAttributes: () => ({
    html: {
      default: '',
      parseHTML: (element: HTMLElement) => preservedHtml(element) ?? element.outerHTML,
      renderHTML: () => ({}),
    },
  }),
} as const

const blockTags = ['figure', 'iframe', 'video', 'audio', 'details', 'dl', 'table:has(caption)']
const embeds = ['content', 'html', 'media'].flatMap((name) =>
  ['div', 'aside', 'section', 'figure', 'p', 'blockquote'].map(
    (tag) => `${tag}[data-service-ftelm="${name}"]`,
  ),
)

export const PreservedBlock = Node.create({
  name: 'preservedBlock',
  group: 'block',
  ...whole,
  draggable: true,
  parseHTML: () =>
    [preservedBoxTag, ...blockTags, ...embeds].map((tag) => ({ tag, priority: 100 })),
  renderHTML: ({ node }) => preservedBox(String(node.attrs['html'])),
})

export const PreservedInlineBlock = Node.create({
  name: 'preservedInlineBlock',
  group: 'inline',
  inline: true,
  ...whole,
  parseHTML: () => ['ruby', 'input', 'wbr'].map((tag) => ({ tag, priority: 100 })),
  renderHTML: ({ node }) => elementFrom(String(node.attrs['html'])),
})

/** Boxes around blocks: callouts, custom elements of the space, and plain divisions. */
export const Box = Node.create({
  name: 'box',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({ tag: tagAttribute('div'), preserved: preservedAttribute() }),
  parseHTML: () => ['div', 'section', 'aside'].map((tag) => ({ tag, priority: 55 })),
  renderHTML: ({ node, HTMLAttributes }) => [String(node.attrs['tag']), HTMLAttributes, 0],
})

export const Picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: null },
    alt: { default: null },
    preserved: preservedAttribute(['width', 'height', 'loading']),
  }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
})

export const callout: { tag: string; preserved: PreservedAttributes } = {
  tag: 'div',
  preserved: { 'data-service-ftelm': 'callout' },
}
