import { jest } from '@jest/globals';

/** Keeps the expected warnings of a test out of its report; the answer holds what was said. */
export function silenceWarnings(): jest.SpiedFunction<typeof console.warn> {
  return jest.spyOn(console, 'warn').mockImplementation(() => {});
}

/** The same for errors. */
export function silenceErrors(): jest.SpiedFunction<typeof console.error> {
  return jest.spyOn(console, 'error').mockImplementation(() => {});
}
