/** Runs the sources, not the build, on a real application and database; DATABASE_URL names a PostgreSQL to use instead. */
export default {
  displayName: 'backend',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  // None takes half a minute by itself; a busy machine may take many times as long.
  testTimeout: 180_000,
  maxWorkers: 2,
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2024',
        },
        module: { type: 'es6' },
      },
    ],
  },
};
