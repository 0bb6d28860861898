/** Fills holes and joins text. */
import type { Gathered } from './gather.ts'
import type { Piece } from './pieces.ts'
import type { View } from './view.ts'

/** Renders items of one answer; the same item in the same place is written once. */
export function renderer(gathered: Gathered): (itemId: number, view: View) => string {
  const made: Map<View, Map<number, string>>[] = []

  function item(itemId: number, view: View, left: number): string {
    const level = (made[left] ??= new Map())
    const ofView = level.get(view) ?? new Map<number, string>()
    level.set(view, ofView)
    const known = ofView.get(itemId)
    if (known !== undefined) return known
    let text = ''
    for (const piece of gathered.pieces(itemId, view)) text += filled(piece, left)
    ofView.set(itemId, text)
    return text
  }

  function filled(piece: Piece, left: number): string {
    if (piece.kind === 'text') return piece.text
    if (piece.kind === 'media') return gathered.mediaText(piece.id)
    if (!gathered.isVisible(piece.id)) return 'null'
    return left === 0 ? String(piece.id) : item(piece.id, piece.view, left - 1)
  }

  return (itemId, view) => item(itemId, view, gathered.depth)
}
