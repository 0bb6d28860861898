/** How often generated tests run: few times by default, more where OCTAVO_TEST_RUNS multiplies it. */
export function runs(base: number): { numRuns: number } {
  return { numRuns: Math.ceil(base * Number(process.env['OCTAVO_TEST_RUNS'] ?? 1)) }
}

/** Where a test that counts its own seeds begins: anywhere, or where OCTAVO_TEST_SEED says. */
export function firstSeed(): number {
  return Number(process.env['OCTAVO_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 30))
}
