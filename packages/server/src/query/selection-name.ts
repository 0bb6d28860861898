import { hash } from 'node:crypto'
import type { Selection } from './tree.ts'

const selectionNames = new WeakMap<Selection, string>()

/** The same for equal selections. */
export function nameOfSelection(selection: Selection): string {
  const known = selectionNames.get(selection)
  if (known !== undefined) return known
  // Shorter than what it stands for, of which thousands are remembered.
  const name = hash('sha256', JSON.stringify(selection), 'base64')
  selectionNames.set(selection, name)
  return name
}
