import * as z from 'zod/mini';

export const themes = ['dark', 'light'] as const;

/** SPEC 9 Font sizes, in CSS pixels. */
export const fontSizes = [12, 14, 16, 18] as const;

export const keyBindings = ['default', 'vim'] as const;

/** SPEC 3 Editor settings. A field that is missing or broken has its default; the others keep what they say. */
const StoredSettings = z.object({
  theme: z.catch(z.enum(themes), 'dark'),
  autoSave: z.catch(z.boolean(), true),
  fontSize: z.catch(z.literal(fontSizes), 14),
  keyBindings: z.catch(z.enum(keyBindings), 'default'),
});
export type Settings = z.infer<typeof StoredSettings>;

export const defaultSettings: Settings = StoredSettings.parse({});

/** Reads what was stored (JSON text, or null where nothing is). Never throws; what cannot be read is logged. */
export function parseSettings(stored: string | null): Settings {
  if (stored === null) return defaultSettings;
  try {
    const parsed = StoredSettings.safeParse(JSON.parse(stored));
    return parsed.success ? parsed.data : defaultSettings;
  } catch (error) {
    console.warn('The stored settings cannot be read; the defaults hold.', error);
    return defaultSettings;
  }
}
