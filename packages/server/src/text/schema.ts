import { namesIn } from './tree.ts'
import { linkUrl, sourceUrl } from './urls.ts'

/** Returns the sanitised value of an attribute, or undefined to remove it. */
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
 * Without this prefix, an id in the text could shadow a variable of the page that shows it (DOM clobbering).
 * Links within the text get the prefix too.
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

const edit: AttributeRules = { cite: linkUrl, datetime }
const cell: AttributeRules = { colspan: span, rowspan: span, align: alignment }
const columns: AttributeRules = { span }

/** The allowed elements, without and with their own attributes. */
const bareElements = namesIn(`
  abbr aside b bdi bdo br caption cite dd dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6
  hr i kbd mark p pre rp rt ruby s samp section small span strong sub summary sup table tbody
  tfoot thead tr u ul var wbr
`)
const elementRules: Readonly<Record<string, AttributeRules>> = {
  a: { href: linkUrl, target: newWindow, rel: relation },
  audio: { src: sourceUrl, controls: present },
  blockquote: { cite: linkUrl },
  code: { class: language },
  col: columns,
  colgroup: columns,
  del: edit,
  details: { open: present },
  iframe: { src: any, width: size, height: size, allowfullscreen: present, loading, sandbox: any },
  img: { src: sourceUrl, alt: any, width: size, height: size, loading },
  input: { type: any, checked: present, disabled: present },
  ins: edit,
  li: { value: integer },
  ol: { start: integer, reversed: present, type: matching(/^[1aAiI]$/) },
  q: { cite: linkUrl },
  source: { src: sourceUrl, type: matching(/^(?:audio|video)\/[a-z0-9.+-]{1,60}$/) },
  td: cell,
  th: { ...cell, scope: matching(/^(?:row|col|rowgroup|colgroup)$/) },
  time: { datetime },
  video: { src: sourceUrl, poster: sourceUrl, width: size, height: size, controls: present },
}

export const elements: ReadonlyMap<string, ReadonlyMap<string, AttributeRule>> = new Map(
  [...Array.from(bareElements, (name) => [name, {}] as const), ...Object.entries(elementRules)].map(
    ([name, rules]) => [name, new Map(Object.entries(rules))],
  ),
)

/** Elements that are renamed, so that blocks stay separate and deleted text stays marked. */
export const renamed: ReadonlyMap<string, string> = new Map(
  Object.entries({
    div: 'address article center dialog fieldset footer form header hgroup legend main nav search',
    ul: 'dir menu',
    pre: 'listing plaintext xmp',
    s: 'strike',
    code: 'tt',
  }).flatMap(([name, others]) => Array.from(namesIn(others), (other) => [other, name] as const)),
)

/** Elements that are removed with their content. Other unknown elements keep their content. */
export const removed: ReadonlySet<string> = namesIn(`
  applet base canvas datalist embed frame frameset head link map math meta meter noembed
  noframes noscript object progress script select style svg template textarea title
`)
