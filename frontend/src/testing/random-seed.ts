/** The seed of random values: constant by day, so that failures are reproducible; TEST_SEED at night. */
export const randomSeed = Number(process.env['TEST_SEED'] ?? 8);
