import { createStore, type StoreApi } from 'zustand/vanilla';
import { parseSettings, type Settings } from './settings.ts';

/** SPEC 3 Browser storage. */
const storageKey = 'codestudio_settings';

interface SettingsState {
  settings: Settings;
  /** Changes some settings at once and stores all of them; without a storage they hold until the page is left. */
  change(settings: Partial<Settings>): void;
}

/** The settings of this browser. `storage` may throw, as it does where it is blocked. */
export function createSettingsStore(storage: () => Storage): StoreApi<SettingsState> {
  return createStore<SettingsState>((set, get) => ({
    settings: parseSettings(read(storage)),
    change(part) {
      const settings = { ...get().settings, ...part };
      set({ settings });
      try {
        storage().setItem(storageKey, JSON.stringify(settings));
      } catch (error) {
        console.warn('The settings cannot be stored.', error);
      }
    },
  }));
}

function read(storage: () => Storage): string | null {
  try {
    return storage().getItem(storageKey);
  } catch (error) {
    console.warn('The stored settings cannot be read.', error);
    return null;
  }
}

export const settingsStore = createSettingsStore(() => localStorage);

// What another tab changes holds here, too.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === storageKey) settingsStore.setState({ settings: parseSettings(newValue) });
});
