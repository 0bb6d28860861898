import { element, isElement } from './tree.ts'
import type { ElementNode } from './tree.ts'
import { isScriptUrl } from './urls.ts'

/** The attribute that makes an element an add-on; its value is the add-on's name. */
export const addOnAttribute = 'data-service-ftelm'

/** Attributes with data of an add-on. Clients use them; browsers do not act on them. */
export const isDataAttribute = (name: string) => name.startsWith('data-')

const idAttributes: ReadonlySet<string> = new Set([
  'data-service-content-id',
  'data-service-media-id',
])

const namePattern = /^[a-z0-9][a-z0-9_-]{0,63}$/i

/**
 * True for the attributes of an add-on. Unknown names may belong to custom elements of a space. They are
 * harmless, and dropping them would lose content.
 */
export function isAddOn(attributes: ReadonlyMap<string, string>): boolean {
  return namePattern.test(attributes.get(addOnAttribute) ?? '')
}

/** The value of a `data-` attribute of an add-on, unless it is dangerous. */
export function dataValue(name: string, value: string): string | undefined {
  if (!/^data-[a-z0-9][a-z0-9_-]*$/.test(name)) return undefined
  if (idAttributes.has(name)) return /^[1-9]\d{0,15}$/.test(value) ? value : undefined
  return isScriptUrl(value) ? undefined : value
}

/** Code with a language is always an add-on. */
export function markedCode(pre: ElementNode): ElementNode {
  if (pre.attributes.has(addOnAttribute) || languageOf(pre) === undefined) return pre
  return element('pre', pre.children, new Map(pre.attributes).set(addOnAttribute, 'code'))
}

export function languageOf(pre: ElementNode): string | undefined {
  const [code, ...others] = pre.children
  if (!isElement(code, 'code') || others.length > 0) return undefined
  return code.attributes.get('class')?.slice('language-'.length)
}
