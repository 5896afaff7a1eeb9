/** Runs the sources, not the build. Node loads them itself (`e2e/run/jest`). */
export default {
  displayName: 'engine',
  roots: ['<rootDir>/src'],
  testMatch: ['**/*.spec.ts'],
  runner: ['jest-light-runner', { runtime: 'child_process' }],
  setupFilesAfterEnv: ['<rootDir>/../../e2e/run/jest/globals.ts'],
  // Only for --changedSince, which follows imports.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};
