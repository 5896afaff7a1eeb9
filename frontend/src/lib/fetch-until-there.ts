import { browserTime, onFirst, type Time } from './time.ts';

const minPauseMs = 5_000;

/** The window's event when a dialog is there, and with it what it shares a file with. */
export const dialogFetched = 'fetched';

/**
 * Fetches a part that the page cannot do without, until it is there: again after some seconds, or when the connection
 * returns or a dialog has come.
 */
export function fetchUntilThere<T>(load: () => Promise<T>, time: Time = browserTime): Promise<T> {
  return load().catch(async (error: unknown) => {
    console.warn('A part of the page is fetched again later', error);
    await new Promise<void>((resolve) => {
      const cancel = onFirst(['online', dialogFetched], resolve);
      // At a moment of each page's own, so that not all come at once.
      time.after(minPauseMs * (1 + Math.random()), () => {
        cancel();
        resolve();
      });
    });
    return fetchUntilThere(load, time);
  });
}
