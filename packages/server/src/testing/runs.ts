/** `npm run test:long` sets OCTAVO_TEST_RUNS, and so has more and larger cases than `npm test`. */
const factor = Number(process.env['OCTAVO_TEST_RUNS'] ?? 1)

/** The share of the cases of a property that a run with factor 1 generates. */
const usualShare = 1 / 4

/** How often a generated test runs, and from which seed. */
export function runs(base: number): { numRuns: number; seed: number } {
  return { numRuns: Math.ceil(base * usualShare * factor), seed: firstSeed() }
}

/** How large an input is that is worth testing only from this size on. */
export function scaled(base: number): number {
  return Math.ceil(base * factor)
}

/**
 * Where generated tests begin. It is fixed, so that a failure is due to the change under test and occurs
 * again. OCTAVO_TEST_SEED=random, or a number, searches elsewhere.
 */
export function firstSeed(): number {
  const given = process.env['OCTAVO_TEST_SEED'] ?? '1'
  return given === 'random' ? Math.floor(Math.random() * 2 ** 30) : Number(given)
}
