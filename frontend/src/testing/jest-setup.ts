import { expect, jest } from '@jest/globals';

// No test takes seconds by itself, but a busy machine can be many times slower.
jest.setTimeout(60_000);

// Only specs of components need this library, which takes longer to load than many specs run.
if (expect.getState().testPath?.endsWith('.tsx')) {
  const { configure } = await import('@testing-library/react');
  // Parts that are loaded on demand are compiled at the first use, which is slow on a busy machine.
  configure({ asyncUtilTimeout: 10_000 });
}
