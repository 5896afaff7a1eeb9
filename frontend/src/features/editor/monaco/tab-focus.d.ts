/** The global state of Monaco's Tab key, which has no public types. */
declare module 'monaco-editor/editor/browser/config/tabFocus' {
  export const TabFocus: {
    /** Calls back with whether Tab moves the focus, after each toggle. */
    onDidChangeTabFocus(listener: (moves: boolean) => void): { dispose(): void };
  };
}
