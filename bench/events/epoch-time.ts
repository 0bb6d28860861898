/** Milliseconds since 1970, with fractions: comparable between the processes of a machine. */
export function epochTime(): number {
  return performance.timeOrigin + performance.now()
}
