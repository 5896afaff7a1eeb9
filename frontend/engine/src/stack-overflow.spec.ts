import { expect, it } from '@jest/globals';
import { isStackOverflow } from './stack-overflow.js';

function errorOf(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}

it('is what every browser throws where code runs out of stack', () => {
  const recurse = (): number => recurse() + 1;
  expect(isStackOverflow(errorOf(recurse))).toBe(true);
  const inFirefox = Object.assign(new Error('too much recursion'), { name: 'InternalError' });
  expect(isStackOverflow(inFirefox)).toBe(true);
});

it('is no mistake in the code, and nothing that is thrown without being an error', () => {
  expect(isStackOverflow(new SyntaxError('too much recursion'))).toBe(false);
  expect(isStackOverflow({ name: 'InternalError' })).toBe(false);
});
