import { it } from '@jest/globals';

/** Whether this is the nightly run, which `npm run test:all` starts. */
export const nightly = process.env['NIGHTLY'] === 'on';

/** A test of the nightly run only: one that takes long, and whose subject other tests have in less depth by day. */
export const itAtNight: (name: string, body: () => Promise<void>, limitMs?: number) => void = nightly
  ? it
  : () => undefined;
