/** Runs the sources, not the build. Node's own ESM loader needs the `.js` endings that TypeScript keeps. */
export default {
  displayName: 'engine',
  roots: ['<rootDir>/src'],
  // None takes seconds by itself; a busy machine may take many times as long.
  testTimeout: 60_000,
  testMatch: ['**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['@swc/jest', { module: { type: 'es6' } }] },
};
