/**
 * Runs the sources, not the build, on a real application and database; DATABASE_URL names a PostgreSQL to use instead.
 * Node loads them itself (`e2e/run/jest`).
 */
export default {
  displayName: 'backend',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  runner: ['jest-light-runner', { runtime: 'child_process' }],
  setupFilesAfterEnv: ['<rootDir>/../e2e/run/jest/globals.ts'],
  // Only for --changedSince, which follows imports.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};
