/** `npm run test:long` sets OCTAVO_TEST_RUNS for more and larger cases than `npm test`. */
const factor = Number(process.env['OCTAVO_TEST_RUNS'] ?? 1)

/** The share of generated cases with factor 1. */
const defaultShare = 1 / 4

/** The number of runs of a generated test, and its seed. */
export function runs(base: number): { numRuns: number; seed: number } {
  return { numRuns: Math.ceil(base * defaultShare * factor), seed: firstSeed() }
}

/** The size of an input, scaled for long runs. */
export function scaled(base: number): number {
  return Math.ceil(base * factor)
}

/**
 * The seed of generated tests. It is fixed, so that failures are reproducible and caused by the change under
 * test. Set OCTAVO_TEST_SEED to `random` or a number for other cases.
 */
export function firstSeed(): number {
  const given = process.env['OCTAVO_TEST_SEED'] ?? '1'
  return given === 'random' ? Math.floor(Math.random() * 2 ** 30) : Number(given)
}
