/** The selection of a request at one place of the response tree: names and formats. */
import type { TextFormat } from '@octavo/schema/field-types.ts'

/** Dotted names as a tree; null selects the complete value of a name. */
export type NameTree = ReadonlyMap<string, NameTree | null>

export type FormatTree = ReadonlyMap<string, FormatNode>
export interface FormatNode {
  readonly format: TextFormat | null
  readonly inner: FormatTree
}

export interface View {
  /** Null selects everything. */
  readonly select: NameTree | null
  readonly formats: FormatTree
  /** Formats of all fields with a LUID, at every place of the response; a path wins. */
  readonly general: ReadonlyMap<string, TextFormat>
  /** Views of nested values. Cached, so that the same place is always the same object. */
  readonly inner: Map<string, View>
}

const noFormats: FormatTree = new Map()

/** Everything in the default format. */
export const fullView: View = {
  select: null,
  formats: noFormats,
  general: new Map(),
  inner: new Map(),
}

export function viewOf(
  select: NameTree | null,
  formats: FormatTree,
  general: View['general'] = generalIn(formats),
): View {
  const isFull = select === null && formats.size === 0 && general.size === 0
  return isFull ? fullView : { select, formats, general, inner: new Map() }
}

/** Formats that are requested by a LUID alone. */
function generalIn(formats: FormatTree): View['general'] {
  return new Map([...formats].flatMap(([name, { format }]) => (format ? [[name, format]] : [])))
}

/** The view of the value of a shown name. */
export function viewInside(view: View, name: string): View {
  if (view === fullView) return fullView
  const cached = view.inner.get(name)
  if (cached) return cached
  const formats = view.formats.get(name)?.inner ?? noFormats
  const inside = viewOf(view.select?.get(name) ?? null, formats, view.general)
  view.inner.set(name, inside)
  return inside
}

/** Whether a name is shown: completely, in part, or not at all. */
export function shows(view: View, name: string): 'whole' | 'parts' | 'not' {
  if (view.select === null) return 'whole'
  const below = view.select.get(name)
  if (below === undefined) return 'not'
  return below === null ? 'whole' : 'parts'
}
