/** What a request wants to see at one place of its tree: which names, in which formats. */
import type { FormatTree, NameTree, Shape } from '../query/tree.ts'

export interface View {
  /** Null: everything. */
  readonly select: NameTree | null
  readonly formats: FormatTree
  /** Views of what is inside, made once: the same place is always the same object. */
  readonly inner: Map<string, View>
}

const noFormats: FormatTree = new Map()

/** Everything, in the default format. */
export const wholeView: View = { select: null, formats: noFormats, inner: new Map() }

export function viewOf(select: NameTree | null, formats: FormatTree): View {
  return select === null && formats.size === 0 ? wholeView : { select, formats, inner: new Map() }
}

const viewsOfShapes = new WeakMap<Shape, View>()

/** The same for the same shape: what was made for a view serves whoever asks alike. */
export function viewOfShape(shape: Shape): View {
  const known = viewsOfShapes.get(shape)
  if (known) return known
  const view = viewOf(shape.select, shape.formats)
  viewsOfShapes.set(shape, view)
  return view
}

/** The view of what a shown name holds. */
export function viewInside(view: View, name: string): View {
  if (view === wholeView) return wholeView
  const known = view.inner.get(name)
  if (known) return known
  const inside = viewOf(view.select?.get(name) ?? null, view.formats.get(name)?.inner ?? noFormats)
  view.inner.set(name, inside)
  return inside
}

/** Whether a name is shown: as a whole, by parts of it, or not at all. */
export function shows(view: View, name: string): 'whole' | 'parts' | 'not' {
  if (view.select === null) return 'whole'
  const below = view.select.get(name)
  if (below === undefined) return 'not'
  return below === null ? 'whole' : 'parts'
}
