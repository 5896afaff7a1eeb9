/**
 * How often a property is tried: always with the same values, so that what failed once fails again, or with those of
 * TEST_SEED, which is another each night. fast-check then looks for the shortest that fails, and prints the seed.
 */
export function randomRuns(numRuns: number): { numRuns: number; seed: number } {
  return { numRuns, seed: Number(process.env['TEST_SEED'] ?? 8) };
}
