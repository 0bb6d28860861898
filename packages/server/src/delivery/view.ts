/** The selection of a request at one place of the response tree: names and formats. */
import type { FormatTree, NameTree, Shape } from '../query/tree.ts'

export interface View {
  /** Null selects everything. */
  readonly select: NameTree | null
  readonly formats: FormatTree
  /** Views of nested values. Cached, so that the same place is always the same object. */
  readonly inner: Map<string, View>
}

const noFormats: FormatTree = new Map()

/** Everything in the default format. */
export const fullView: View = { select: null, formats: noFormats, inner: new Map() }

export function viewOf(select: NameTree | null, formats: FormatTree): View {
  return select === null && formats.size === 0 ? fullView : { select, formats, inner: new Map() }
}

const viewsOfShapes = new WeakMap<Shape, View>()

/** Returns the same view for the same shape, so that templates can be reused. */
export function viewOfShape(shape: Shape): View {
  const cached = viewsOfShapes.get(shape)
  if (cached) return cached
  const view = viewOf(shape.select, shape.formats)
  viewsOfShapes.set(shape, view)
  return view
}

/** The view of the value of a shown name. */
export function viewInside(view: View, name: string): View {
  if (view === fullView) return fullView
  const cached = view.inner.get(name)
  if (cached) return cached
  const inside = viewOf(view.select?.get(name) ?? null, view.formats.get(name)?.inner ?? noFormats)
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
