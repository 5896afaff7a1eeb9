/** Unit tests of the page: plain TypeScript and React on jsdom, as ES modules (NODE_OPTIONS=--experimental-vm-modules). */
export default {
  testEnvironment: '<rootDir>/src/testing/browser-environment.js',
  displayName: 'frontend',
  roots: ['<rootDir>/src', '<rootDir>/sandbox'],
  setupFilesAfterEnv: ['<rootDir>/src/testing/jest-setup.ts'],
  testMatch: ['**/*.spec.{ts,tsx}'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleFileExtensions: ['ts', 'tsx', 'js'],
  moduleNameMapper: {
    '\\.css$': '<rootDir>/src/testing/empty-style.js',
    '^@/(.*)$': '<rootDir>/src/$1',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'es6' },
      },
    ],
  },
};
