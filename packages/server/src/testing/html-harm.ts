import rehypeParse from 'rehype-parse'
import { unified } from 'unified'

/** The properties of a hast node that are used here. */
interface Node {
  readonly type: string
  readonly tagName?: string
  readonly properties?: Readonly<Record<string, unknown>>
  readonly children?: readonly Node[]
  readonly content?: Node | undefined
}

const fragments = unified().use(rehypeParse, { fragment: true }).freeze()
const documents = unified().use(rehypeParse, { fragment: false }).freeze()

const forbidden = new Set(
  `animate animatetransform annotation-xml applet base basefont bgsound button canvas command datalist
  desc dialog embed fieldset foreignobject form frame frameset isindex keygen label layer legend link
  listing marquee math menuitem meta meter mglyph mi mtext noembed noframes noscript object optgroup
  option output param plaintext portal progress script select selectedcontent set slot style svg
  template textarea title xml xmp`.split(/\s+/),
)

const frames = [
  /^https:\/\/www\.youtube(-nocookie)?\.com\//,
  /^https:\/\/player\.vimeo\.com\//,
  /^https:\/\/www\.google\.com\/maps(\/|\?|$)/,
  /^https:\/\/maps\.google\.com\//,
  /^https:\/\/www\.openstreetmap\.org\//,
]

/**
 * Lists dangerous content of HTML, for all ways to parse it. Independent of the sanitiser of the product.
 */
export function harmIn(html: string): string[] {
  const harm = new Set<string>()
  if (/\0/.test(html) || !html.isWellFormed()) harm.add('broken characters')
  look(fragments.parse(html), harm)
  for (const prefix of ['<!doctype html><body><div>', '<body><div>']) {
    const document: Node = documents.parse(`${prefix}${html}</div>`)
    const body = document.children?.find((node) => node.tagName === 'html')?.children?.[1]
    if (body?.children?.length !== 1) harm.add('breaks out of its parent')
    look(body, harm)
  }
  return [...harm]
}

function look(root: Node | undefined, harm: Set<string>): void {
  const waiting = root === undefined ? [] : [...(root.children ?? [])]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type !== 'text' && node.type !== 'element') harm.add(node.type)
    if (node.type === 'element') lookAt(node.tagName ?? '', node.properties ?? {}, harm)
    for (const child of node.children ?? []) waiting.push(child)
    for (const child of node.content?.children ?? []) waiting.push(child)
  }
}

function lookAt(name: string, properties: Readonly<Record<string, unknown>>, harm: Set<string>) {
  if (forbidden.has(name) || name.includes(':')) harm.add(`<${name}>`)
  for (const [key, raw] of Object.entries(properties)) {
    const value = Array.isArray(raw) ? raw.join(' ') : String(raw)
    if (isHarmful(key.toLowerCase(), value)) harm.add(`${name} ${key}=${value}`)
  }
  if (name === 'input' && (properties['type'] !== 'checkbox' || properties['disabled'] !== true)) {
    harm.add('<input> of another kind')
  }
  if (name === 'iframe') lookAtFrame(properties, harm)
}

function isHarmful(key: string, value: string): boolean {
  if (/^on|style|srcdoc|srcset|action|^xlink|^xmlns|background|ping|^is$|^slot$|^form/.test(key)) {
    return true
  }
  if (/^(?:autofocus|contenteditable|tabindex|accesskey|popover\w*|command\w*)$/.test(key))
    return true
  if (key === 'name' || (key === 'id' && !value.startsWith('user-content-'))) return true
  const squeezed = value.replaceAll(/[\s\0-\x20]/g, '')
  return key !== 'alt' && key !== 'title' && /^(?:java|vb|live)script:|^data:/i.test(squeezed)
}

function lookAtFrame(properties: Readonly<Record<string, unknown>>, harm: Set<string>): void {
  const source = String(properties['src'])
  const sandbox = JSON.stringify(properties['sandbox'])
  if (!frames.some((pattern) => pattern.test(source))) harm.add(`iframe of ${source}`)
  if (sandbox === undefined || /top-nav|modals|forms/.test(sandbox)) harm.add('free iframe')
}
