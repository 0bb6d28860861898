/** What values point at: other items and media, wherever in them. */
import type { Field } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Rendered, StoredValues } from '../fields/field-type.ts'
import { renderValues } from '../fields/values.ts'
import { stages, type Item, type Stage, type Use } from '../store/records.ts'

export interface Pointer extends Use {
  /** `links[0].to`, `blocks[1].fields.by` */
  path: string
}

export interface ItemPointer extends Pointer {
  languageId: number
  stage: Stage
}

/** Whatever an item points at, in any language and stage. */
export function pointersOf(item: Item, schema: Schema): ItemPointer[] {
  const fields = schema.modelById.get(item.modelId)?.fields ?? []
  return [...item.languages].flatMap(([languageId, language]) =>
    stages.flatMap((stage) =>
      pointersIn(language[stage]?.values ?? {}, fields, schema).map((pointer) => ({
        ...pointer,
        languageId,
        stage,
      })),
    ),
  )
}

/** The same, each target once, in an order of its own. */
export function usesOf(item: Item, schema: Schema): Use[] {
  const uses = new Map<string, Use>()
  for (const { kind, targetId } of pointersOf(item, schema)) {
    uses.set(`${kind} ${targetId}`, { kind, targetId })
  }
  return Array.from(uses.values()).toSorted(
    (a, b) => a.kind.localeCompare(b.kind) || a.targetId - b.targetId,
  )
}

function pointersIn(values: StoredValues, fields: readonly Field[], schema: Schema): Pointer[] {
  const found: Pointer[] = []
  for (const [luid, value] of renderValues(values, fields, schema)) collect(value, luid, found)
  return found
}

/** Renderings have holes where something else goes: those are the pointers. */
function collect(value: Rendered, path: string, found: Pointer[]): void {
  if (typeof value === 'string') return
  switch (value.kind) {
    case 'reference':
      found.push({ kind: 'item', targetId: value.id, path })
      return
    case 'media':
      found.push({ kind: 'media', targetId: value.id, path })
      return
    case 'formats':
      collectEmbeds(value.portable_html, path, found)
      return
    case 'object':
      for (const [key, inner] of value.entries) collect(inner, `${path}.${key}`, found)
      return
    case 'array':
      value.items.forEach((inner, index) => collect(inner, `${path}[${index}]`, found))
  }
}

/** In JSON, hence the backslash. Only our own sanitiser writes these attributes, always like this. */
const embedPattern = /\sdata-service-(content|media)-id=\\"([1-9]\d{0,15})\\"/g

function collectEmbeds(html: string, path: string, found: Pointer[]): void {
  for (const [, kind, id] of html.matchAll(embedPattern)) {
    found.push({ kind: kind === 'content' ? 'item' : 'media', targetId: Number(id), path })
  }
}
