/** What the pages beside the editor say, and the parts that are fetched on demand. */

export const sessionEnded = 'Your session has ended. Sign in again. What you typed is kept in this browser.';
export const signInToOpen = 'Sign in to open this project. It may be private or deleted.';
export const checkCredentials = 'Please check your credentials and try again.';
export const projectNotFound = 'Project not found';
export const projectNotFoundText = 'It may be private, deleted, or not saved yet.';
export const projectRemoved = 'This project was removed';
export const projectRemovedText = 'Its owner deleted it or made it private, or a moderator took it down.';
export const loadProjectFailed = 'Failed to load project';
export const retry = 'Retry';
export const goHome = 'Go to Home';
export const pageNotFound = 'Page not found';
export const pageNotFoundText = 'There is nothing at this address.';
export const signIn = 'Sign in';
export const settingsUpdated = 'Settings updated';

export const settingUpdated = (setting: string) => `${setting} has been updated.`;
export const previewTitle = (title: string) => `Preview - ${title}`;
