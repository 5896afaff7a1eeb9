import type { FullEditor } from '../components/full-editor.ts';
import * as texts from '../editor-texts.ts';

/** The quiet line below the editors: how far the full editor is, then what it says of its keys. */
export function editorNote(editor: FullEditor): string | null {
  if (editor.status === 'ready') return editor.note;
  if (editor.status === 'loading') return texts.loadingEditor;
  return texts.editorNotLoaded;
}
