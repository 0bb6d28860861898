/** Carries over whatever flexible text may hold beyond what the toolbar makes. */
import { Extension, Mark, mergeAttributes, Node } from '@tiptap/core'
import {
  elementFrom,
  keptAttribute,
  keptAttributes,
  keptBox,
  keptBoxTag,
  keptHtml,
  type Kept,
} from './kept.ts'

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

export const KeepAttributes = Extension.create({
  name: 'keepAttributes',
  addGlobalAttributes: () => [
    { types: editable, attributes: { kept: keptAttribute() } },
    { types: ['tableCell', 'tableHeader'], attributes: { kept: keptAttribute(['scope']) } },
    {
      types: ['paragraph'],
      // 'p' came as a paragraph, 'bare' as text without one; null was made here.
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

/** An attribute that goes from the HTML to the node and back. */
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

/** Inline elements that no button makes: their tag and attributes stay around the text. */
export const KeepInline = Mark.create({
  name: 'keepInline',
  priority: 40,
  excludes: '',
  addAttributes: () => ({ tag: tagAttribute('span'), kept: keptAttribute() }),
  parseHTML: () =>
    inlineTags.map((tag) => ({
      tag,
      priority: 60,
      // A span without anything to keep is nothing.
      getAttrs: (element: HTMLElement) =>
        tag === 'span' && !keptAttributes(element) ? false : null,
    })),
  renderHTML: ({ mark, HTMLAttributes }) => [String(mark.attrs['tag']), HTMLAttributes, 0],
})

/** Which of several elements with one meaning it was. */
export const tagAttribute = (usual: string) => ({
  default: usual,
  renderHTML: () => ({}),
  parseHTML: (element: HTMLElement) => element.localName,
})

/** What is kept whole: shown as a box, edited as HTML. */
const whole = {
  atom: true,
  selectable: true,
  addAttributes: () => ({
    html: {
      default: '',
      parseHTML: (element: HTMLElement) => keptHtml(element) ?? element.outerHTML,
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

export const KeptBlock = Node.create({
  name: 'keptBlock',
  group: 'block',
  ...whole,
  draggable: true,
  parseHTML: () => [keptBoxTag, ...blockTags, ...embeds].map((tag) => ({ tag, priority: 100 })),
  renderHTML: ({ node }) => keptBox(String(node.attrs['html'])),
})

export const KeptInlineBlock = Node.create({
  name: 'keptInlineBlock',
  group: 'inline',
  inline: true,
  ...whole,
  parseHTML: () => ['ruby', 'input', 'wbr'].map((tag) => ({ tag, priority: 100 })),
  renderHTML: ({ node }) => elementFrom(String(node.attrs['html'])),
})

/** Boxes around blocks: callouts, the space's own elements, and plain divisions. */
export const Box = Node.create({
  name: 'box',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({ tag: tagAttribute('div'), kept: keptAttribute() }),
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
    kept: keptAttribute(['width', 'height', 'loading']),
  }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
})

export const callout: { tag: string; kept: Kept } = {
  tag: 'div',
  kept: { 'data-service-ftelm': 'callout' },
}
