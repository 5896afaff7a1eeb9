/** Where random values start: by day always the same, so that what failed once fails again; at night with TEST_SEED. */
export const randomSeed = Number(process.env['TEST_SEED'] ?? 8);
