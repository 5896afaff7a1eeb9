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
export const code = 'Code';
export const latestVersion = 'Latest version';
export const linkOpensNothing = 'The link may be mistyped, expired or revoked. Ask whoever gave it to you.';
export const report = 'Report';
export const fork = 'Fork';
export const forkFailed = 'Fork failed';
export const goHome = 'Go to Home';
export const pageNotFound = 'Page not found';
export const pageNotFoundText = 'There is nothing at this address.';
export const signIn = 'Sign in';
export const notOpened = 'This code cannot be opened';
export const signInBefore = 'Sign in first, then open it again: this browser keeps nothing for later.';
export const storageRefused =
  'This browser refuses to store that the code waits for Run. Allow the studio to store data, and open it again.';
export const openCode = 'Open the code';
export const openCodeText =
  'Code from another page is to be opened. You have unsaved changes in the present project, which it would replace. Are you sure?';
export const settingsUpdated = 'Settings updated';

export const settingUpdated = (setting: string) => `${setting} has been updated.`;
export const previewTitle = (title: string) => `Preview - ${title}`;
