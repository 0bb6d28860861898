/** How often generated tests run: few times by default, more where OCTAVO_TEST_RUNS multiplies it. */
export function runs(base: number): { numRuns: number } {
  return { numRuns: Math.ceil(base * Number(process.env['OCTAVO_TEST_RUNS'] ?? 1)) }
}
