/** What values point at: other items and media, wherever in them. */
import type { Schema } from '@octavo/schema/schema.ts'
import type { Rendered, RenderedValues, StoredValues } from '../fields/field-type.ts'
import { renderValues } from '../fields/values.ts'
import {
  stages,
  useKinds,
  type DerivedEntry,
  type Item,
  type Stage,
  type Use,
} from '../store/records.ts'
import type { ReferrerFilter } from '../store/studio-reads.ts'

export interface Pointer extends Use {
  /** `links[0].to`, `blocks[1].fields.by` */
  path: string
}

export interface ItemPointer extends Pointer {
  languageId: number
  stage: Stage
}

/** Values as answers show them. */
export type Render = (values: StoredValues) => RenderedValues

/** Whatever an item points at, in any language and stage. */
export function pointersOf(item: Item, schema: Schema): ItemPointer[] {
  const fields = schema.modelById.get(item.modelId)?.fields ?? []
  return pointersIn(item, (values) => renderValues(values, fields, schema))
}

/** The same, each target once, in an order of its own. */
export function usesOf(item: Item, render: Render): Use[] {
  const targets = { item: new Set<number>(), media: new Set<number>() }
  for (const { kind, targetId } of pointersIn(item, render)) targets[kind].add(targetId)
  return useKinds.flatMap((kind) =>
    [...targets[kind]].toSorted((a, b) => a - b).map((targetId) => ({ kind, targetId })),
  )
}

const referenceFields = new WeakMap<Schema, ReadonlySet<number>>()

/** Ids of fields whose index keys are what they point at. */
function referenceFieldsOf(schema: Schema): ReadonlySet<number> {
  return referenceFields.getOrInsertComputed(schema, () => {
    const fields = [...schema.fieldById.values()].filter(({ type }) => type === 'reference')
    return new Set(fields.map(({ id }) => id))
  })
}

/** Where index keys tell what points at an item. */
export function pointingKeys(schema: Schema): ReferrerFilter['keys'] {
  const languageIds = schema.root.languages.map(({ id }) => id)
  return { fieldIds: [...referenceFieldsOf(schema)], languageIds }
}

/** Those that index keys do not tell of already. Whoever asks who points at something asks for both. */
export function usesBesideKeys(
  uses: readonly Use[],
  entries: readonly DerivedEntry[],
  schema: Schema,
): Use[] {
  const fields = referenceFieldsOf(schema)
  const told = new Set<number>()
  for (const document of new Set(entries.map((entry) => entry.document))) {
    for (const { fieldId, key } of document.indexKeys)
      if (fields.has(fieldId)) told.add(Number(key))
  }
  return uses.filter(({ kind, targetId }) => kind !== 'item' || !told.has(targetId))
}

function pointersIn(item: Item, render: Render): ItemPointer[] {
  const found: ItemPointer[] = []
  for (const [languageId, language] of item.languages) {
    for (const stage of stages) {
      const data = language[stage]
      const add = (pointer: Pointer): void => void found.push({ ...pointer, languageId, stage })
      for (const [luid, value] of data ? render(data.values) : []) collect(value, luid, add)
    }
  }
  return found
}

/** Renderings have holes where something else goes: those are the pointers. */
function collect(value: Rendered, path: string, found: (pointer: Pointer) => void): void {
  if (typeof value === 'string') return
  switch (value.kind) {
    case 'reference':
      found({ kind: 'item', targetId: value.id, path })
      return
    case 'media':
      found({ kind: 'media', targetId: value.id, path })
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

function collectEmbeds(html: string, path: string, found: (pointer: Pointer) => void): void {
  for (const [, kind, id] of html.matchAll(embedPattern)) {
    found({ kind: kind === 'content' ? 'item' : 'media', targetId: Number(id), path })
  }
}
