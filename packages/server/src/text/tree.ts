/** A text node is a string. Adjacent strings are one text. */
export type TreeNode = string | ElementNode

export interface ElementNode {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: TreeNode[]
}

/** A set of element names from a space-separated list. */
export function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

export const noAttributes: ReadonlyMap<string, string> = new Map()

export const voidElements = namesIn('br col hr img input source wbr')

export const headings = namesIn('h1 h2 h3 h4 h5 h6')

/** Table elements that are not valid outside a table. */
export const tableParts = namesIn('caption colgroup col thead tbody tfoot tr td th')

/** Elements that close an open `p`, so that a `p` cannot contain them. */
const blocks: ReadonlySet<string> = new Set([
  ...headings,
  ...tableParts,
  ...namesIn(`
    aside blockquote dd details div dl dt figcaption figure hr li ol p pre section summary table
    ul
  `),
])

export function element(
  name: string,
  children: TreeNode[],
  attributes: ReadonlyMap<string, string> = noAttributes,
): ElementNode {
  return { name, attributes, children }
}

export function isElement(node: TreeNode | undefined, ...names: string[]): node is ElementNode {
  return typeof node === 'object' && (names.length === 0 || names.includes(node.name))
}

export const isBlockName = (name: string) => blocks.has(name)

/** True if a node is a block, or an inline element that contains one. */
export function isBlock(node: TreeNode): boolean {
  return typeof node === 'object' && (blocks.has(node.name) || node.children.some(isBlock))
}

/** True if a node is only white space, which HTML ignores between blocks. */
export function isBlank(node: TreeNode): boolean {
  return typeof node === 'string' && !/[^ \t\n]/.test(node)
}

export function append(to: TreeNode[], node: TreeNode): void {
  const last = to.at(-1)
  if (typeof node === 'string' && typeof last === 'string') to[to.length - 1] = last + node
  else if (node !== '') to.push(node)
}

export function appendAll(to: TreeNode[], nodes: readonly TreeNode[]): void {
  for (const node of nodes) append(to, node)
}
