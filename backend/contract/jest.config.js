/** Runs the sources, not the build. Node's own ESM loader needs the `.js` endings that TypeScript keeps. */
export default {
  displayName: 'contract',
  roots: ['<rootDir>/src'],
  testMatch: ['**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['@swc/jest', { module: { type: 'es6' } }] },
};
