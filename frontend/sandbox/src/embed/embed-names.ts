/** The script that watches the project's frame and ends the embed. It is imported once something is visible. */
export const liveScript: string = '/embed/live.js';

/** In ms: how long after a failure that script is requested again. Without it an embed would not end. */
export const retryAfterMs = 5_000;

/** The event that is dispatched when another tab of an embed is selected. */
export const tabChosen = 'tab';

/** Set on the frame once it has loaded. */
export const hasLoaded = 'data-loaded';
/** A message of the frame; user code may send anything. */
export interface FrameMessage {
  type?: unknown;
  address?: unknown;
}

/**
 * Set on the frame when it has become an empty runner because the project loaded itself again; its value is the query and
 * the fragment of its page, or `otherPage`.
 */
export const hasLeft = 'data-left';
/** It followed a link to another page. */
export const otherPage = 'null';

/** An element of the embed page, which has it in any case. */
export function findPart(selector: string): HTMLElement {
  return document.querySelector(selector) as HTMLElement;
}
