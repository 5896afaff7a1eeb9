/** The specs of the test run itself; the browser specs are Playwright’s. */
export default {
  displayName: 'e2e',
  roots: ['<rootDir>/run', '<rootDir>/bench'],
  testMatch: ['**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', { module: { type: 'es6' } }] },
};
