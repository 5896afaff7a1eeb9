/** The specs of the test run itself and of the servers it starts; the browser specs are Playwright’s. */
export default {
  displayName: 'e2e',
  roots: ['<rootDir>/run', '<rootDir>/bench', '<rootDir>/stack', '<rootDir>/images', '<rootDir>/walk'],
  testMatch: ['**/*.spec.ts'],
  // None takes seconds by itself; a busy machine may take many times as long.
  testTimeout: 60_000,
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', { module: { type: 'es6' } }] },
};
