/** `npm run test:long` sets OCTAVO_TEST_RUNS, and so has more and larger cases than `npm test`. */
const factor = Number(process.env['OCTAVO_TEST_RUNS'] ?? 1)

/** The share of the cases of a property that a run with factor 1 generates, from another seed each time. */
const usualShare = 1 / 4

/** How often a generated test runs. */
export function runs(base: number): { numRuns: number } {
  return { numRuns: Math.ceil(base * usualShare * factor) }
}

/** How large an input is that is worth testing only from this size on. */
export function scaled(base: number): number {
  return Math.ceil(base * factor)
}

/** Where a test that counts its own seeds begins: anywhere, or where OCTAVO_TEST_SEED says. */
export function firstSeed(): number {
  return Number(process.env['OCTAVO_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 30))
}
