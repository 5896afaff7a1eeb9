/** Texts of the other pages and of parts that are loaded on demand. */

/** `reason`: a sentence of the server, which may mean that signing in is not possible. */
export const sessionEnded = (reason: string | null) =>
  `Your session has ended. ${reason || 'Sign in again.'} What you typed is kept in this browser.`;
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
export const signInBefore =
  'Sign in first, then open the link again: this browser cannot keep the code meanwhile.';
export const storageRefused =
  'This code was not opened: the browser does not allow the studio to store data. Allow it, then open the link again.';
export const openCode = 'Open the code';
export const openCodeText =
  'Opening this code replaces the current project, which has unsaved changes. Open it anyway?';
export const newProject = 'New project';
export const newProjectText =
  'A new project replaces the current project, which has unsaved changes. Start it anyway?';
export const settingsUpdated = 'Settings updated';

export const settingUpdated = (setting: string) => `${setting} has been updated.`;
export const previewPrefix = 'Preview - ';
