/** Monaco's own key for it, which is another one on Apple's systems. */
const tabKey = /Mac|iPhone|iPad/.test(navigator.platform) ? 'Ctrl+Shift+M' : 'Ctrl+M';

/** The quiet line below the editors: how far Monaco is, then how the keyboard gets out of it (WCAG 2.1.2). */
export function editorNote(status: 'loading' | 'ready' | 'failed' | 'unsuited'): string | null {
  if (status === 'loading') return 'Loading the full editor...';
  if (status === 'failed') return 'The full editor could not be loaded; this plain one keeps working.';
  if (status === 'ready') return `Tab indents; ${tabKey} lets it move the focus`;
  return null;
}
