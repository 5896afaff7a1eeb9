/** Texts of all pages; those of the pages other than the editor are in routes/page-texts.ts. */

export const wentWrong = 'Something went wrong';
export const wentWrongText = 'Reload the page to continue. What you typed is kept in this browser.';
export const reload = 'Reload';
export const goHome = 'Go to Home';
export const loading = 'Loading...';
export const loadingProject = 'Loading project...';
export const unsavedChanges = 'Unsaved changes';
export const leaveToLogOut = 'You have unsaved changes. Are you sure you want to logout?';
export const logout = 'Logout';
export const loggedOut = 'Logged out';
