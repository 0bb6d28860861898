/** JSON text with holes: what is known when a document is read, and what the request decides. */
import type { View } from './view.ts'

export type Piece =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  | { readonly kind: 'reference'; readonly id: number; readonly view: View }
  | { readonly kind: 'media'; readonly id: number }

export interface PieceWriter {
  text(text: string): void
  hole(piece: Exclude<Piece, { kind: 'text' }>): void
  append(pieces: readonly Piece[]): void
  pieces(): Piece[]
}

/** Joins neighbouring texts, so that answering touches as few of them as possible. */
export function pieceWriter(): PieceWriter {
  const pieces: Piece[] = []
  let open = ''
  const close = (): void => {
    if (open !== '') pieces.push({ kind: 'text', text: open, bytes: Buffer.byteLength(open) })
    open = ''
  }
  const hole: PieceWriter['hole'] = (piece) => {
    close()
    pieces.push(piece)
  }
  return {
    text: (text) => {
      open += text
    },
    hole,
    append(others) {
      for (const piece of others) {
        if (piece.kind === 'text') open += piece.text
        else hole(piece)
      }
    },
    pieces() {
      close()
      return pieces
    },
  }
}
