/** The representation of items, in the reference model of the read API. */
import type { Field } from '@octavo/schema/definitions.ts'
import type { Stored, StoredValues } from '../fields/field-type.ts'
import type { ReadScope, VisibleItem } from './read-model-types.ts'
import { samplePreview } from './sample-media.ts'
import { lastPublication, setFields, titleOf } from './read-model-values.ts'

export interface Showing {
  readonly depth: number
  /** Paths; null for everything. */
  readonly select: readonly (readonly string[])[] | null
  /** By path, relative to this item. */
  readonly formats: ReadonlyMap<string, string>
  /** By the LUID of a field, anywhere. */
  readonly general: ReadonlyMap<string, string>
}

export function shown(visible: VisibleItem, scope: ReadScope, showing: Showing): object {
  const system: Record<string, unknown> = {
    _id: visible.item.id,
    _model: visible.model.luid,
    _title: titleOf(visible),
    _created_at: iso(visible.item.createdAt),
    _updated_at: iso(visible.updatedAt),
    _published_at: iso(visible.state.publishedAt),
    _last_published_at: iso(lastPublication(visible)),
    _status: visible.status,
  }
  if (scope.world.schema.root.spaces.length > 1) system['_space'] = visible.space
  const object = new Map<string, unknown>()
  for (const [name, value] of Object.entries(system)) {
    if (!showing.select || showing.select.some((path) => path.length === 1 && path[0] === name)) {
      object.set(name, value)
    }
  }
  addFields(object, visible.values, visible.model.fields, scope, showing)
  return Object.fromEntries(object)
}

function addFields(
  object: Map<string, unknown>,
  values: StoredValues,
  fields: readonly Field[],
  scope: ReadScope,
  showing: Showing,
): void {
  for (const field of fields) {
    const paths = showing.select?.filter(([first]) => first === field.luid)
    if (paths?.length === 0) continue
    const inner = paths?.map(([, ...rest]) => rest) ?? null
    const isWhole = !inner || inner.some((path) => path.length === 0)
    const canEnter = ['reference', 'references', 'repeat', 'fieldset'].includes(field.type)
    if (!isWhole && !canEnter) continue
    const within: Showing = {
      depth: showing.depth,
      select: isWhole ? null : inner,
      formats: formatsInside(showing.formats, field.luid),
      general: showing.general,
    }
    const format = showing.formats.get(field.luid) ?? showing.general.get(field.luid) ?? 'html'
    object.set(field.luid, valueShown(values[field.id], field, scope, within, format))
  }
}

function formatsInside(formats: ReadonlyMap<string, string>, name: string): Map<string, string> {
  const inside = [...formats].filter(([path]) => path.startsWith(`${name}.`))
  return new Map(inside.map(([path, format]) => [path.slice(name.length + 1), format]))
}

function valueShown(
  value: Stored | undefined,
  field: Field,
  scope: ReadScope,
  showing: Showing,
  format: string,
): unknown {
  const group = (values: StoredValues, fields: readonly Field[], how: Showing): object => {
    const object = new Map<string, unknown>()
    addFields(object, values, fields, scope, how)
    return Object.fromEntries(object)
  }
  const { schema } = scope.world
  switch (field.type) {
    case 'boolean':
      return value ?? false
    case 'multiselect':
      return value ?? []
    case 'datetime':
      return iso((value as number | undefined) ?? null)
    case 'json':
      return value === undefined ? null : (JSON.parse(value as string) as unknown)
    case 'flexible':
      return flexibleShown(value as Record<string, string> | undefined, format)
    case 'media':
      return mediaShown(value as number | undefined, scope)
    case 'reference':
    case 'references': {
      const targets = [value ?? []].flat().flatMap((id): (number | object)[] => {
        const target = scope.byId.get(Number(id))
        if (!target) return []
        if (showing.depth === 0) return [target.item.id]
        return [shown(target, scope, { ...showing, depth: showing.depth - 1 })]
      })
      return field.type === 'references' ? targets : (targets[0] ?? null)
    }
    case 'fieldset':
      return group((value ?? {}) as StoredValues, setFields(field.fieldSet, schema), showing)
    case 'repeat':
      return ((value ?? []) as StoredValues[]).map((one) => group(one, field.fields, showing))
    case 'combination': {
      return ((value ?? []) as { set: number; values: StoredValues }[]).map((one) => {
        const luid = schema.fieldSetById.get(one.set)?.luid ?? ''
        const formats = formatsInside(showing.formats, luid)
        const how: Showing = { ...showing, select: null, formats }
        return { luid, fields: group(one.values, setFields(one.set, schema), how) }
      })
    }
    default:
      return value ?? null
  }
}

function flexibleShown(value: Record<string, string> | undefined, format: string): string | null {
  if (!value) return null
  return value[format] ?? value['portable_html'] ?? null
}

function mediaShown(id: number | undefined, scope: ReadScope): object | null {
  const { world, language, hasMediaDetails } = scope
  const media = world.media.find((one) => one.id === id)
  if (!media || media.archivedAt !== null || media.deletedAt !== null) return null
  const { assetsUrl, schema } = world
  const { spaceId, filename, focus, width, height, bytes, type } = media
  const point = focus ? `${focus.x * 1000}-${focus.y * 1000}` : ''
  const shownMedia = {
    url: `${assetsUrl}/spaces/${spaceId}/media/${media.id}/_${point}/${encodeURIComponent(filename)}`,
    alt: media.alts.get(language.id) ?? media.alts.get(schema.mainLanguage.id) ?? '',
  }
  if (!hasMediaDetails) return shownMedia
  const isImage = width !== null
  const preview = isImage ? samplePreview : { placeholder: null, thumbhash: null, color: null }
  return {
    ...shownMedia,
    width,
    height,
    bytes,
    type,
    ...preview,
    focus: isImage ? (focus ?? { x: 0.5, y: 0.5 }) : null,
  }
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
