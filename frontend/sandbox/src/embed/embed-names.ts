/** What watches the project's frame and hears of its removal. To be imported, which the browser does once, when there is something on show. */
export const liveScript: string = '/embed/live.js';

/** The event by which the tabs of an embed tell that another one is on show. */
export const tabChosen = 'tab';

/** On the frame, once it has loaded. */
export const hasLoaded = 'data-loaded';
/** On the frame, once it is an empty runner: the project has loaded itself again. */
export const hasLeft = 'data-left';

/** A part of the embed page. */
export function findPart(selector: string): HTMLElement {
  return document.querySelector(selector) as HTMLElement;
}
