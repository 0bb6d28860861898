/** The items and media that values refer to, at any depth. */
import type { Schema } from '@octavo/schema/schema.ts'
import type { Rendered, RenderedValues, StoredValues } from '../fields/field-type.ts'
import { renderValues } from '../fields/values.ts'
import { targetModels } from '../query/locate.ts'
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

/** Renders values as in API responses. */
export type Render = (values: StoredValues) => RenderedValues

/** All references of an item, in any language and stage. */
export function pointersOf(item: Item, schema: Schema): ItemPointer[] {
  const fields = schema.modelById.get(item.modelId)?.fields ?? []
  return pointersIn(item, (values) => renderValues(values, fields, schema))
}

/** The same references with each target once, sorted by kind and id. */
export function usesOf(item: Item, render: Render): Use[] {
  const targets = { item: new Set<number>(), media: new Set<number>() }
  for (const { kind, targetId } of pointersIn(item, render)) targets[kind].add(targetId)
  return useKinds.flatMap((kind) =>
    [...targets[kind]].toSorted((a, b) => a - b).map((targetId) => ({ kind, targetId })),
  )
}

const referenceFields = new WeakMap<Schema, ReadonlySet<number>>()

/** Ids of the fields whose index keys are the ids of referenced items. */
function referenceFieldsOf(schema: Schema): ReadonlySet<number> {
  return referenceFields.getOrInsertComputed(schema, () => {
    const fields = [...schema.fieldById.values()].filter((field) => targetModels(field))
    return new Set(fields.map(({ id }) => id))
  })
}

/** The index keys that hold references to items. */
export function pointingKeys(schema: Schema): ReferrerFilter['keys'] {
  const languageIds = schema.root.languages.map(({ id }) => id)
  return { fieldIds: [...referenceFieldsOf(schema)], languageIds }
}

/** The uses that no index key contains. A search for referrers must query both. */
export function usesBesideKeys(
  uses: readonly Use[],
  entries: readonly DerivedEntry[],
  schema: Schema,
): Use[] {
  const fields = referenceFieldsOf(schema)
  const indexed = new Set<number>()
  for (const document of new Set(entries.map((entry) => entry.document))) {
    for (const { fieldId, key } of document.indexKeys)
      if (fields.has(fieldId)) indexed.add(Number(key))
  }
  return uses.filter(({ kind, targetId }) => kind !== 'item' || !indexed.has(targetId))
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

/** A rendering has a placeholder for each reference. */
function collect(value: Rendered, path: string, found: (pointer: Pointer) => void): void {
  if (typeof value === 'string') return
  switch (value.kind) {
    case 'reference':
      found({ kind: 'item', targetId: value.id, path })
      return
    case 'references':
      value.ids.forEach((targetId, index) =>
        found({ kind: 'item', targetId, path: `${path}[${index}]` }),
      )
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

/**
 * The rendering is JSON, hence the backslash. Only the sanitiser writes these attributes, always in this
 * form.
 */
const embedPattern = /\sdata-service-(content|media)-id=\\"([1-9]\d{0,15})\\"/g

function collectEmbeds(html: string, path: string, found: (pointer: Pointer) => void): void {
  for (const [, kind, id] of html.matchAll(embedPattern)) {
    found({ kind: kind === 'content' ? 'item' : 'media', targetId: Number(id), path })
  }
}
