import type { FullEditor } from '../components/full-editor.ts';

/** The quiet line below the editors: how far the full editor is, then what it says of its keys. */
export function editorNote(editor: FullEditor): string | null {
  if (editor.status === 'ready') return editor.note;
  if (editor.status === 'loading') return 'Loading the full editor...';
  return 'The full editor could not be loaded; this plain one keeps working.';
}
