/**
 * Memory for answers, cut from large pieces that are used again when all that was cut from them has been
 * sent. Without it every answer is new memory, and the garbage collector runs for little else. Who does
 * not say that an answer was sent only leaves its piece to the garbage collector.
 */
const pieceBytes = 1024 * 1024
/** Longer ones would leave too much of a piece unused. */
const mostCut = pieceBytes / 2
const mostSpare = 6

interface Piece {
  readonly memory: Buffer
  used: number
  /** How many that were cut from it are still needed. */
  open: number
}

const pieces = new WeakMap<ArrayBufferLike, Piece>()
const spare: Piece[] = []
let current = newPiece()

function newPiece(): Piece {
  const piece = { memory: Buffer.allocUnsafeSlow(pieceBytes), used: 0, open: 0 }
  pieces.set(piece.memory.buffer, piece)
  return piece
}

export function answerRoom(length: number): Buffer {
  if (length > mostCut) return Buffer.allocUnsafeSlow(length)
  if (current.used + length > pieceBytes) current = spare.pop() ?? newPiece()
  const start = current.used
  current.used += length
  current.open++
  return current.memory.subarray(start, current.used)
}

/** Whether they are to be given back. */
export function isFromRoom(bytes: Buffer): boolean {
  return pieces.has(bytes.buffer)
}

/** To be called once, when nobody needs the bytes any more; those of other memory are nobody's concern. */
export function giveBack(bytes: Buffer): void {
  const piece = pieces.get(bytes.buffer)
  if (!piece) return
  piece.open--
  if (piece.open > 0) return
  piece.used = 0
  if (piece !== current && spare.length < mostSpare) spare.push(piece)
}
