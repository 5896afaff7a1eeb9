import { hasFinePointer } from '@/lib/pointer.ts';

/** The editor settings that are visible before the app is loaded. */
export interface StoredEditorSettings {
  theme: 'dark' | 'light';
  /** CSS pixels. */
  fontSize: number;
  /** Columns. */
  tabSize: number;
  wordWrap: boolean;
}

/** The font sizes (specification: Editor settings). */
const fontSizes: readonly unknown[] = [12, 14, 16, 18];
const isFontSize = (value: unknown): value is number => fontSizes.includes(value);

/** The stored settings (specification: Editor settings), read without the app's schemas, which are large. */
export function readStoredEditorSettings(): StoredEditorSettings {
  const stored: { [Field in keyof StoredEditorSettings]?: unknown } = storedObject('codestudio_settings');
  const { theme, fontSize, tabSize, wordWrap } = stored;
  return {
    theme: theme === 'light' ? 'light' : 'dark',
    fontSize: isFontSize(fontSize) ? fontSize : hasFinePointer() ? 14 : 16,
    tabSize: tabSize === 4 || tabSize === 8 ? tabSize : 2,
    wordWrap: wordWrap !== false,
  };
}

/** A stored object; empty if it cannot be read. The app reads it, too, and reports errors. */
export function storedObject(
  key: string,
  storage: 'localStorage' | 'sessionStorage' = 'localStorage',
): object {
  try {
    return Object(JSON.parse(window[storage].getItem(key) ?? '0')) as object;
  } catch {
    return {};
  }
}
