import type { DefaultTreeAdapterTypes } from 'parse5'
import { dataValue, isAddOn, isDataAttribute } from './add-ons.ts'
import { cleanedText } from './characters.ts'
import type { TextPolicy } from './policy.ts'
import { elements, globalAttributes, idPrefix } from './schema.ts'

export type Attributes = Map<string, string>

/** State while one text is sanitised. */
export interface Run {
  readonly policy: TextPolicy
  readonly ids: Set<string>
  /** The attributes of links to ids in the same text. */
  readonly fragmentLinks: Attributes[]
}

/** The allowed attributes of an element, and its required ones. */
export function attributesOf(
  name: string,
  source: DefaultTreeAdapterTypes.Element,
  run: Run,
): Attributes {
  const kept: Attributes = new Map()
  const rules = elements.get(name)
  if (rules === undefined || source.attrs.length === 0) return kept
  const given = new Map(source.attrs.map((attribute) => [attribute.name, attribute.value]))
  const isOfAddOn = isAddOn(given)
  for (const [key, value] of given) {
    const rule = rules.get(key) ?? globalAttributes.get(key)
    const safe = isDataAttribute(key)
      ? isOfAddOn && dataValue(key, cleanedText(value))
      : rule?.(cleanedText(value))
    if (typeof safe === 'string') kept.set(key, safe)
  }
  complete(name, kept)
  note(kept, run)
  return kept
}

function complete(name: string, attributes: Attributes): void {
  if (name === 'a' && attributes.has('target')) {
    const relation = attributes.get('rel') ?? ''
    if (!relation.includes('noopener')) attributes.set('rel', `${relation} noopener`.trim())
  }
  if (name === 'input') attributes.set('disabled', '')
}

function note(attributes: Attributes, run: Run): void {
  const id = attributes.get('id')
  if (id !== undefined) run.ids.add(id)
  if (attributes.get('href')?.startsWith('#')) run.fragmentLinks.push(attributes)
}

/** Ids have a prefix at this point. Adds it to the links that refer to them. */
export function followIds({ fragmentLinks, ids }: Run): void {
  for (const attributes of fragmentLinks) {
    const fragment = attributes.get('href')?.slice(1) ?? ''
    if (!fragment.startsWith(idPrefix) && ids.has(idPrefix + decoded(fragment))) {
      attributes.set('href', `#${idPrefix}${fragment}`)
    }
  }
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
