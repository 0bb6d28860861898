/**
 * Each preview has two bits in the `views` of entries and index keys: rows that only it shows, and rows of
 * its view that it hides. Numbers above 32 bits are added, because bit operations in JavaScript would cut them.
 */
import { previewSlots } from '../previews.ts'

const firstShowing = 4
const firstHiding = firstShowing * 2 ** previewSlots

/** The bit of rows that only this preview shows. */
export function showingBit(slot: number): number {
  return firstShowing * 2 ** slot
}

/** The bit of rows that this preview hides. */
export function hidingBit(slot: number): number {
  return firstHiding * 2 ** slot
}

/** All bits of views and of rows that previews show. */
export const showingMask = firstHiding - 1

/** The bits of the published and the draft view. */
export const plainMask = firstShowing - 1

/** What a preview adds to the counts of its view is counted in scopes of its own, below those of the views. */
export function previewScope(slot: number, scope: number): number {
  return scope - scopesOfPreview * (slot + 1)
}

/** More than the scopes of a root space. */
export const scopesOfPreview = 1_000_000_000
