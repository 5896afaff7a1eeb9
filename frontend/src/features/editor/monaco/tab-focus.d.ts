/** The one state of Monaco's Tab key, which its types keep to themselves. */
declare module 'monaco-editor/editor/browser/config/tabFocus' {
  export const TabFocus: {
    /** Tells whether Tab moves the focus, whenever its key has changed that. */
    onDidChangeTabFocus(tell: (moves: boolean) => void): { dispose(): void };
  };
}
