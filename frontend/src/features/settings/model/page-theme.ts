import { settingsStore } from './settings-store.ts';

/** Keeps the `dark` class of the page at the chosen theme (SPEC 4 Theme and settings). Call before the first render. */
export function startPageTheme(): void {
  const apply = () => {
    document.documentElement.classList.toggle('dark', settingsStore.getState().settings.theme === 'dark');
  };
  apply();
  settingsStore.subscribe(apply);
}
