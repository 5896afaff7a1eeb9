/**
 * How often a property is tried. At night `numRuns` times with the values of TEST_SEED; fast-check then shrinks a
 * failure and prints its seed. By day a third as often, or a sixth on the slower embedded database, and always with the
 * same values, so that a failure is repeatable. Its message has that of the assertion, too.
 */
export function randomRuns(numRuns: number) {
  const { TEST_SEED: seed, DATABASE_URL: server } = process.env;
  const includeErrorInReport = true;
  if (seed) return { includeErrorInReport, numRuns, seed: Number(seed) };
  return { includeErrorInReport, numRuns: Math.ceil(numRuns / (server ? 3 : 6)), seed: 8 };
}
