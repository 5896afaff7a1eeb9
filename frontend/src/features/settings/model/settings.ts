import * as z from 'zod/mini';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { hasFinePointer } from '@/lib/pointer.ts';

export const themes = ['dark', 'light'] as const;

/** SPEC 9 Font sizes, in CSS pixels. */
export const fontSizes = [12, 14, 16, 18] as const;

export const keyBindings = ['default', 'vim'] as const;

/** Columns of a step of indentation; `auto`: as the code itself has it, else two spaces. */
export const tabSizes = ['auto', 2, 4, 8] as const;

/** SPEC 9 Font sizes: 14, but below 16 px phones zoom into what is touched. */
const defaultFontSize = () => (hasFinePointer() ? 14 : 16);

/** SPEC 3 Editor settings. A field that is missing or broken has its default; the others keep what they say. */
const StoredSettings = z.object({
  theme: z.catch(z.enum(themes), 'dark'),
  autoSave: z.catch(z.boolean(), true),
  fontSize: z.catch(z.literal(fontSizes), defaultFontSize),
  keyBindings: z.catch(z.enum(keyBindings), 'default'),
  tabSize: z.catch(z.literal(tabSizes), 'auto'),
  wordWrap: z.catch(z.boolean(), true),
  /** Of saves by hand. */
  formatOnSave: z.catch(z.boolean(), false),
  /** Every change runs; off: only Run does. */
  autoRun: z.catch(z.boolean(), true),
  /** What earlier runs printed goes; off: the console preserves its log. */
  clearConsole: z.catch(z.boolean(), true),
});
export type Settings = z.infer<typeof StoredSettings>;

/** The settings as they are called on screen. */
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

/** Reads what was stored (JSON text, or null where nothing is). Never throws; what cannot be read is logged. */
export function parseSettings(stored: string | null): Settings {
  const defaults = StoredSettings.parse({});
  if (stored === null) return defaults;
  try {
    const parsed = StoredSettings.safeParse(JSON.parse(stored));
    return parsed.success ? parsed.data : defaults;
  } catch (error) {
    console.warn('The stored settings cannot be read; the defaults hold.', error);
    return defaults;
  }
}

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

/** Keeps the `dark` class of the page at the chosen theme (SPEC 4 Theme and settings). Call before the first render. */
export function startPageTheme(): void {
  const apply = () => {
    document.documentElement.classList.toggle('dark', settingsStore.getState().settings.theme === 'dark');
  };
  apply();
  settingsStore.subscribe(apply);
}
