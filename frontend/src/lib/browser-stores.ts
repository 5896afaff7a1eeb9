import { browserStorage } from './browser-storage.ts';

export const localStore = browserStorage(() => window.localStorage);
export const tabStore = browserStorage(() => window.sessionStorage);
