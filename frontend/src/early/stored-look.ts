/** How the person likes the editor, as far as it shows before the app is there. */
export interface StoredLook {
  theme: 'dark' | 'light';
  /** CSS pixels. */
  fontSize: number;
}

/** SPEC 3 Editor settings, read without the app's schemas: they would be most of this script. */
export function readStoredLook(): StoredLook {
  try {
    const { theme, fontSize } = JSON.parse(localStorage.getItem('codestudio_settings') ?? '{}');
    return {
      theme: theme === 'light' ? 'light' : 'dark',
      fontSize: [12, 16, 18].includes(fontSize) ? fontSize : 14,
    };
  } catch {
    return { theme: 'dark', fontSize: 14 };
  }
}
