/** How long tests under load go on: a few rounds by default, a time where OCTAVO_LOAD_SECONDS says. */
export function loadRounds(rounds: number): () => boolean {
  const seconds = Number(process.env['OCTAVO_LOAD_SECONDS'] ?? 0)
  const end = performance.now() + seconds * 1000
  let done = 0
  return () => (seconds > 0 ? performance.now() < end : done++ < rounds)
}
