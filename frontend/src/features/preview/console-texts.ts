/** Console messages for a page that the studio has stopped, or cannot show. */

export const leavingReason =
  'the page kept navigating away from itself and was stopped. Press Run to try again.';
export const crashReason = 'the page crashed; it may have run out of memory. Press Run to try again.';
export const hangReason = (seconds: number) =>
  `the code did not respond for ${seconds} seconds and was stopped. Press Run to try again.`;
export const emptyStorage =
  'The page that hung has not ended yet; until this project is opened again, the preview runs with an empty storage';
export const sharedOrigin = (origin: string) =>
  `${origin} does not answer; the preview runs on a shared origin, where projects are less isolated from each other`;
export const focusTaken =
  'Preview Error: the page kept taking the focus and was stopped. Press Run to try again.';
export const navigationPrevented = 'Navigation to another page was prevented in preview';
export const floodReason = 'the page sent messages without end and was stopped. Press Run to try again.';
export const notCompiled = (reason: string) => `Preview Error: the code could not be compiled (${reason})`;
export const stoppedBecause = (reason: string) => `Preview Error: ${reason}`;
export const noResponse = (origin: string) => `Preview Error: no preview page answers at ${origin}`;
