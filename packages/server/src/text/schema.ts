import { linkUrl, sourceUrl } from './urls.ts'

/** Returns what is kept of an attribute's value; nothing: the attribute goes. */
type AttributeRule = (value: string) => string | undefined
type AttributeRules = Readonly<Record<string, AttributeRule>>

const any: AttributeRule = (value) => value
const present: AttributeRule = () => ''
const matching = (pattern: RegExp) => (value: string) => (pattern.test(value) ? value : undefined)
const size = matching(/^\d{1,5}%?$/)
const span = matching(/^[1-9]\d{0,2}$/)
const integer = matching(/^-?\d{1,9}$/)
const alignment = matching(/^(?:left|center|right)$/)
const loading = matching(/^(?:lazy|eager)$/)
const datetime = matching(/^[0-9TWZPYMDHS:.+ -]{1,40}$/)
const language = matching(/^language-[A-Za-z0-9_+#.-]{1,40}$/)
const newWindow = matching(/^_blank$/)
const relations = new Set(['noopener', 'noreferrer', 'nofollow', 'ugc', 'sponsored', 'author'])

function relation(value: string): string | undefined {
  const kept = value
    .toLowerCase()
    .split(/\s+/)
    .filter((token) => relations.has(token))
  return kept.length > 0 ? [...new Set(kept)].join(' ') : undefined
}

/**
 * An id of the author's could shadow a variable of the page that shows the text; with this prefix
 * it cannot. Links within the text follow it.
 */
export const idPrefix = 'user-content-'

function prefixedId(value: string): string | undefined {
  if (!/^\S{1,200}$/.test(value)) return undefined
  return value.startsWith(idPrefix) ? value : idPrefix + value
}

export const globalAttributes: ReadonlyMap<string, AttributeRule> = new Map([
  ['dir', matching(/^(?:ltr|rtl|auto)$/)],
  ['id', prefixedId],
  ['lang', matching(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/)],
  ['title', any],
])

const bare: AttributeRules = {}
const edit: AttributeRules = { cite: linkUrl, datetime }
const cell: AttributeRules = { colspan: span, rowspan: span, align: alignment }
const columns: AttributeRules = { span }

/** The elements that survive, each with its own attributes. Everything else is in neither map. */
const elementRules: Readonly<Record<string, AttributeRules>> = {
  a: { href: linkUrl, target: newWindow, rel: relation },
  abbr: bare,
  aside: bare,
  audio: { src: sourceUrl, controls: present },
  b: bare,
  bdi: bare,
  bdo: bare,
  blockquote: { cite: linkUrl },
  br: bare,
  caption: bare,
  cite: bare,
  code: { class: language },
  col: columns,
  colgroup: columns,
  dd: bare,
  del: edit,
  details: { open: present },
  dfn: bare,
  div: bare,
  dl: bare,
  dt: bare,
  em: bare,
  figcaption: bare,
  figure: bare,
  h1: bare,
  h2: bare,
  h3: bare,
  h4: bare,
  h5: bare,
  h6: bare,
  hr: bare,
  i: bare,
  iframe: { src: any, width: size, height: size, allowfullscreen: present, loading, sandbox: any },
  img: { src: sourceUrl, alt: any, width: size, height: size, loading },
  input: { type: any, checked: present, disabled: present },
  ins: edit,
  kbd: bare,
  li: { value: integer },
  mark: bare,
  ol: { start: integer, reversed: present, type: matching(/^[1aAiI]$/) },
  p: bare,
  pre: bare,
  q: { cite: linkUrl },
  rp: bare,
  rt: bare,
  ruby: bare,
  s: bare,
  samp: bare,
  section: bare,
  small: bare,
  source: { src: sourceUrl, type: matching(/^(?:audio|video)\/[a-z0-9.+-]{1,60}$/) },
  span: bare,
  strong: bare,
  sub: bare,
  summary: bare,
  sup: bare,
  table: bare,
  tbody: bare,
  td: cell,
  tfoot: bare,
  th: { ...cell, scope: matching(/^(?:row|col|rowgroup|colgroup)$/) },
  thead: bare,
  time: { datetime },
  tr: bare,
  u: bare,
  ul: bare,
  var: bare,
  video: { src: sourceUrl, poster: sourceUrl, width: size, height: size, controls: present },
  wbr: bare,
}

export const elements: ReadonlyMap<string, ReadonlyMap<string, AttributeRule>> = new Map(
  Object.entries(elementRules).map(([name, rules]) => [name, new Map(Object.entries(rules))]),
)

/** Elements that live on under another name, so that blocks stay apart and struck text stays struck. */
export const renamed: ReadonlyMap<string, string> = new Map([
  ['address', 'div'],
  ['article', 'div'],
  ['center', 'div'],
  ['dialog', 'div'],
  ['dir', 'ul'],
  ['fieldset', 'div'],
  ['footer', 'div'],
  ['form', 'div'],
  ['header', 'div'],
  ['hgroup', 'div'],
  ['legend', 'div'],
  ['listing', 'pre'],
  ['main', 'div'],
  ['menu', 'ul'],
  ['nav', 'div'],
  ['plaintext', 'pre'],
  ['search', 'div'],
  ['strike', 's'],
  ['tt', 'code'],
  ['xmp', 'pre'],
])

/** Elements whose content goes with them. Of the other unknown ones the content stays. */
export const removed: ReadonlySet<string> = new Set([
  'applet',
  'base',
  'canvas',
  'datalist',
  'embed',
  'frame',
  'frameset',
  'head',
  'link',
  'map',
  'math',
  'meta',
  'meter',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'progress',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
])
