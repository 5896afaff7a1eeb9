import { jest } from '@jest/globals';

/** Keeps expected warnings of a test out of its report; the returned spy records them. */
export function silenceWarnings(): jest.SpiedFunction<typeof console.warn> {
  return jest.spyOn(console, 'warn').mockImplementation(() => {});
}

/** Like `silenceWarnings`, for errors. */
export function silenceErrors(): jest.SpiedFunction<typeof console.error> {
  return jest.spyOn(console, 'error').mockImplementation(() => {});
}
