/** What the console says of a page that the studio has stopped, or cannot show. */

export const leavingReason = 'the page kept navigating away from itself and was stopped';
export const crashReason = 'the page crashed; it may have run out of memory. Press Run to try again.';
export const hangReason = (seconds: number) =>
  `the code did not respond for ${seconds} seconds and was stopped. Press Run to try again.`;
export const noAnswer = (origin: string) => `Preview Error: no preview page answers at ${origin}`;
