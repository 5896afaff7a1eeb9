/** The specs of the test run itself and of the servers it starts; the browser specs are Playwright’s. */
export default {
  displayName: 'e2e',
  roots: [
    '<rootDir>/run',
    '<rootDir>/bench',
    '<rootDir>/fidelity',
    '<rootDir>/packages',
    '<rootDir>/peers',
    '<rootDir>/stack',
    '<rootDir>/images',
    '<rootDir>/walk',
  ],
  testMatch: ['**/*.spec.ts'],
  runner: ['jest-light-runner', { runtime: 'child_process' }],
  setupFilesAfterEnv: ['<rootDir>/run/jest/globals.ts'],
};
