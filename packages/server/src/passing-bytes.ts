/**
 * Memory for bytes that are sent and forgotten, cut from large pieces: making each by itself costs more
 * than filling it. What is to be kept is copied, or one answer would hold on to a whole piece.
 */
const pieceBytes = 1024 * 1024
let piece = Buffer.allocUnsafeSlow(pieceBytes)
let used = 0

export function passingBytes(length: number): Buffer {
  if (length > pieceBytes / 4) return Buffer.allocUnsafeSlow(length)
  if (used + length > pieceBytes) {
    piece = Buffer.allocUnsafeSlow(pieceBytes)
    used = 0
  }
  const start = used
  used += length
  return piece.subarray(start, used)
}

/** Memory of its own, for what is kept. */
export function lastingRoom(length: number): Buffer {
  return Buffer.allocUnsafeSlow(length)
}

export function lastingBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = lastingRoom(bytes.length)
  bytes.copy(copy)
  return copy
}
