/** What a request wants to see at one place of its tree: which names, in which formats. */
import type { FormatTree, NameTree } from '../query/tree.ts'

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
