import { expect, jest } from '@jest/globals';

// None takes seconds by itself; a busy machine may take many times as long.
jest.setTimeout(60_000);

// Specs of components alone load this library, which takes longer than many another spec.
if (expect.getState().testPath?.endsWith('.tsx')) {
  const { configure } = await import('@testing-library/react');
  // Parts that are fetched on demand are compiled on first use, which takes a while on a busy machine.
  configure({ asyncUtilTimeout: 10_000 });
}
