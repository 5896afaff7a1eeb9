/** The event by which the tabs of an embed tell that another one is on show. */
export const tabChosen = 'tab';
