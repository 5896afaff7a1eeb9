import * as z from 'zod/mini';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type BrowserStorage, localStore } from '@/lib/browser-storage.ts';
import { hasFinePointer } from '@/lib/pointer.ts';

export const themes = ['dark', 'light'] as const;

/** In CSS pixels (specification: Editor settings). */
export const fontSizes = [12, 14, 16, 18] as const;

export const keyBindings = ['default', 'vim'] as const;

/** Columns per indentation level; `auto`: as in the code, else two spaces. */
export const tabSizes = ['auto', 2, 4, 8] as const;

/** 14, but phones zoom into fields with less than 16 px (specification: Editor settings). */
const defaultFontSize = () => (hasFinePointer() ? 14 : 16);

/** The stored settings (specification: Editor settings). A missing or invalid field gets its default; the others are kept. */
const StoredSettings = z.object({
  theme: z.catch(z.enum(themes), 'dark'),
  autoSave: z.catch(z.boolean(), true),
  fontSize: z.catch(z.literal(fontSizes), defaultFontSize),
  keyBindings: z.catch(z.enum(keyBindings), 'default'),
  tabSize: z.catch(z.literal(tabSizes), 'auto'),
  wordWrap: z.catch(z.boolean(), true),
  /** For manual saves only. */
  formatOnSave: z.catch(z.boolean(), false),
  /** Run after every change; off: only by Run. */
  autoRun: z.catch(z.boolean(), true),
  /** Clear the console at each run; off: preserve the log. */
  clearConsole: z.catch(z.boolean(), true),
});
export type Settings = z.infer<typeof StoredSettings>;

/** The settings' labels. */
export type SettingName =
  | 'Theme'
  | 'Font Size'
  | 'Key Bindings'
  | 'Tab Size'
  | 'Word Wrap'
  | 'Auto Save'
  | 'Format on Save'
  | 'Auto Run'
  | 'Clear Console on Run';

/** The key in local storage (specification: Browser storage). */
const storageKey = 'codestudio_settings';

interface SettingsState {
  settings: Settings;
  /** Changes some settings and stores all; without storage they last until the page is closed. */
  change(settings: Partial<Settings>): void;
}

/** The settings of this browser. */
export function createSettingsStore(storage: BrowserStorage): StoreApi<SettingsState> {
  return createStore<SettingsState>((set, get) => ({
    settings: readSettings(storage),
    change(part) {
      const settings = { ...get().settings, ...part };
      set({ settings });
      storage.write(storageKey, JSON.stringify(settings));
    },
  }));
}

function readSettings(storage: BrowserStorage): Settings {
  return StoredSettings.safeParse(storage.readJson(storageKey)).data ?? StoredSettings.parse({});
}

export const settingsStore = createSettingsStore(localStore);

// Apply changes of other tabs.
window.addEventListener('storage', ({ key }) => {
  if (key === storageKey) settingsStore.setState({ settings: readSettings(localStore) });
});

/** Keeps the page's `dark` class in step with the theme (specification: Editor settings). Call before the first render. */
export function startPageTheme(): void {
  const apply = () => {
    document.documentElement.classList.toggle('dark', settingsStore.getState().settings.theme === 'dark');
  };
  apply();
  settingsStore.subscribe(apply);
}
