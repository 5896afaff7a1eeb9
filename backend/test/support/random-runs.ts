/**
 * How often a property is tried: by day a third as often, on the embedded database, which takes twice as long, a sixth, always
 * with the same values, so that what failed once fails again; at night with those of TEST_SEED. fast-check then looks for
 * the shortest that fails, and prints the seed.
 */
export function randomRuns(numRuns: number): { numRuns: number; seed: number } {
  const { TEST_SEED: seed, DATABASE_URL: server } = process.env;
  if (seed) return { numRuns, seed: Number(seed) };
  return { numRuns: Math.ceil(numRuns / (server ? 3 : 6)), seed: 8 };
}
