/** What hears of the project's removal. To be imported, which the browser does once, when there is something on show. */
export const liveScript: string = '/embed/live.js';

/** The event by which the tabs of an embed tell that another one is on show. */
export const tabChosen = 'tab';
